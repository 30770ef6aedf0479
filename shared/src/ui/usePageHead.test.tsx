import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { site } from '../site';
import { usePageHead } from './usePageHead';

type Head = Parameters<typeof usePageHead>[0];

const contents = (name: string) =>
  [...document.head.querySelectorAll(`meta[name="${name}"]`)].map((meta) => meta.getAttribute('content'));
const head = () => ({
  title: document.title,
  description: contents('description'),
  robots: contents('robots'),
});

const asDelivered = { title: 'Project', description: ['One of them.'], robots: ['noindex'] };
const harbour = { title: 'Harbour Lights', description: 'A booking site.', index: true };

function show(initial: Head) {
  return renderHook(({ now }: { now: Head }) => usePageHead(now), { initialProps: { now: initial } });
}

beforeEach(() => {
  document.head.innerHTML = `<title>Project</title><meta name="description" content="One of them."><meta name="robots" content="noindex">`;
});
afterEach(() => {
  document.head.innerHTML = '';
});

describe('a head that depends on data', () => {
  test('is left alone until the data is there, then is the page’s own, and follows what the page knows', () => {
    const { rerender } = show(undefined);
    expect(head()).toEqual(asDelivered);
    rerender({ now: harbour });
    expect(head()).toEqual({
      title: `Harbour Lights · ${site.company.shortName}`,
      description: ['A booking site.'],
      robots: [],
    });
    rerender({ now: { title: 'Project Not Found', index: false } });
    expect(head()).toMatchObject({
      title: `Project Not Found · ${site.company.shortName}`,
      robots: ['noindex'],
    });
  });

  test('says nothing to search engines where the page does not, as on a screen for a failure', () => {
    show({ title: 'Something went wrong' });
    expect(head().robots).toEqual(['noindex']);
    document.head.innerHTML = '';
    show({ title: 'Something went wrong' });
    expect(head().robots).toEqual([]);
  });

  test('is complete in a document that came without some of it', () => {
    document.head.innerHTML = '';
    show({ ...harbour, index: false });
    expect(head()).toEqual({
      title: `Harbour Lights · ${site.company.shortName}`,
      description: ['A booking site.'],
      robots: ['noindex'],
    });
  });

  test('is not set again by a render that brings nothing new', () => {
    const { rerender } = show(harbour);
    document.title = 'as the shell set it';
    rerender({ now: { ...harbour } });
    expect(document.title).toBe('as the shell set it');
  });
});
