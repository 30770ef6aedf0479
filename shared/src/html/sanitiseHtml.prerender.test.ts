/** @jest-environment node */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { JSDOM } from 'jsdom';
import type * as sanitising from './sanitiseHtml';

const HOSTILE = '<p onclick="alert(1)">a <a href="javascript:alert(1)">b</a></p><script>alert(1)</script>';

/** A fresh copy of `sanitiseHtml.ts` that has not created its sanitiser yet, like the one at the start of a deployment. */
let fresh: typeof sanitising;
beforeEach(async () => {
  jest.resetModules();
  fresh = await import('./sanitiseHtml');
});

describe('rich HTML at deployment', () => {
  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['an object that is not a window', () => ({})],
    ['a window without a usable document', () => ({ document: {}, Element: Object })],
  ])('is refused if `openWindow` returns %s', (_what, openWindow) => {
    for (let time = 0; time < 2; time += 1) {
      expect(() => fresh.sanitiseHtml(HOSTILE, openWindow)).toThrow(
        'HTML cannot be sanitised without a DOM.',
      );
    }
  });

  test('is sanitised in a window that is opened once, for the first text with content', () => {
    const open = jest.fn(() => new JSDOM('').window);
    expect(fresh.sanitiseHtml(' <p></p>', open)).toBe('');
    expect(open).not.toHaveBeenCalled();
    expect(fresh.sanitiseHtml(HOSTILE, open)).toBe('<p>a <a>b</a></p>');
    expect(fresh.sanitiseHtml('<a href="/a" id=x>b</a>', open)).toBe(
      '<a href="/a" id="text-x" rel="noopener noreferrer">b</a>',
    );
    expect(open).toHaveBeenCalledTimes(1);
  });
});
