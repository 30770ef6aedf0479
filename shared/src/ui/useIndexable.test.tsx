import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { render, renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { useIndexable } from './useIndexable';

const robots = () => [...document.head.querySelectorAll('meta[name="robots"]')].map((meta) => meta.outerHTML);
const NOINDEX = '<meta name="robots" content="noindex">';

beforeEach(() => {
  document.head.innerHTML = NOINDEX;
});
afterEach(() => {
  document.head.innerHTML = '';
});

describe('noindex until the data is known', () => {
  const indexable = (exists?: boolean) =>
    renderHook(({ exists: now }) => useIndexable(now), { initialProps: { exists } });

  test('the document is noindex, indexable once known, and noindex again when no longer known', () => {
    const { rerender } = indexable();
    expect(robots()).toEqual([NOINDEX]);
    rerender({ exists: true });
    expect(robots()).toEqual([]);
    rerender({ exists: undefined });
    expect(robots()).toEqual([NOINDEX]);
  });

  test('a document that was indexable at deploy time is so until its subject turns out to be gone', () => {
    document.head.innerHTML = '';
    const { rerender, unmount } = indexable();
    expect(robots()).toEqual([]);
    rerender({ exists: false });
    expect(robots()).toEqual([NOINDEX]);
    unmount();
    expect(robots()).toEqual([]);
  });

  test('leaving the page restores noindex before the next page sets its own', () => {
    const seen: string[][] = [];
    function Known() {
      useIndexable(true);
      return null;
    }
    function Next() {
      useEffect(() => {
        seen.push(robots());
        document.querySelector('meta[name="robots"]')?.remove();
      }, []);
      return null;
    }
    const { rerender } = render(<Known />);
    expect(robots()).toEqual([]);
    rerender(<Next />);
    expect(seen).toEqual([[NOINDEX]]);
    expect(robots()).toEqual([]);
  });

  test('a document without the tag stays as it is', () => {
    document.head.innerHTML = '';
    const { unmount } = renderHook(() => useIndexable(true));
    unmount();
    expect(robots()).toEqual([]);
  });
});
