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
  test('the document is noindex, indexable once known, and noindex again when no longer known', () => {
    const { rerender } = renderHook(({ known }) => useIndexable(known), { initialProps: { known: false } });
    expect(robots()).toEqual([NOINDEX]);
    rerender({ known: true });
    expect(robots()).toEqual([]);
    rerender({ known: false });
    expect(robots()).toEqual([NOINDEX]);
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
