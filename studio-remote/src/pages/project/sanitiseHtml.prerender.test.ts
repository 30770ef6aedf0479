/** @jest-environment node */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { JSDOM } from 'jsdom';
import type * as sanitising from './sanitiseHtml';

const HOSTILE = '<p onclick="alert(1)">a <a href="javascript:alert(1)">b</a></p><script>alert(1)</script>';

/** The module as a deployment has it that has sanitised nothing yet. */
let fresh: typeof sanitising;
beforeEach(async () => {
  jest.resetModules();
  fresh = await import('./sanitiseHtml');
});

describe('rich HTML at deployment', () => {
  test.each<[string, () => unknown]>([
    ['none', () => undefined],
    ['an object that is none', () => ({})],
    ['one without a document', () => ({ document: {}, Element: Object })],
  ])('is refused where there is no DOM: %s', (_what, openWindow) => {
    for (let time = 0; time < 2; time += 1) {
      expect(() => fresh.sanitiseHtml(HOSTILE, openWindow)).toThrow(
        'There is no DOM to make HTML safe with.',
      );
    }
  });

  test('is made safe over a DOM that is given, opened once and only for a text', () => {
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
