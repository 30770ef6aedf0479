import { describe, expect, test } from '@jest/globals';
import { embed } from './embed';

const read = (value: unknown): unknown => JSON.parse(embed(value));

describe('what is embedded in a page', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>&lt;&amp;"\'\\u003c\\',
    'a\u2028b\u2029c\0d\r\ne',
    '__proto__',
  ])('is read as it was written, and cannot end its script: %j', (text) => {
    const value = { text, list: [text], [text]: null };
    const html = `<script type="application/json">${embed(value)}</script><p>after</p>`;
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.body.textContent).toBe('after');
    expect(page.scripts).toHaveLength(1);
    expect(JSON.parse(page.scripts[0]?.textContent ?? '')).toEqual(value);
    expect(embed(value)).not.toContain('<');
  });

  test('has no half of a surrogate pair, and keeps whole ones', () => {
    expect(read({ '\uD800': ['a\uDC00b', '\u{1F600}'] })).toEqual({ '\uFFFD': ['a\uFFFDb', '\u{1F600}'] });
    expect(read('\uD83D')).toBe('\uFFFD');
    // A text that spells one is a text.
    expect(read('\\ud800')).toBe('\\ud800');
  });

  test('has nothing that JSON has not', () => {
    expect(read({ a: undefined, b: [undefined, NaN], c: new Date(0) })).toEqual({
      b: [null, null],
      c: '1970-01-01T00:00:00.000Z',
    });
    expect(read(0)).toBe(0);
    expect(read(null)).toBeNull();
  });

  test.each([[undefined], [() => 1], [Symbol('a')]])('is no %p', (value) => {
    expect(() => embed(value)).toThrow(TypeError);
  });
});
