import { beforeEach, describe, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { site } from '../site';
import { usePageTitle } from './usePageTitle';

beforeEach(() => {
  document.title = 'as the shell set it';
});

describe('a title that depends on data', () => {
  test('leaves the title alone until the data is there, then names the page and the site', () => {
    const { rerender } = renderHook(({ title }) => usePageTitle(title), {
      initialProps: { title: undefined as string | undefined },
    });
    expect(document.title).toBe('as the shell set it');
    rerender({ title: 'Harbour Lights' });
    expect(document.title).toBe(`Harbour Lights · ${site.company.shortName}`);
    rerender({ title: 'Another' });
    expect(document.title).toBe(`Another · ${site.company.shortName}`);
  });
});
