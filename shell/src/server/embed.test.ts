import { describe, expect, test } from '@jest/globals';
import { readPage } from '../readPage';
import { embed } from './embed';

const manifest = { shell: '</script><b>' };
const read = (value: unknown): unknown => JSON.parse(embed(value));

function pageWith(...data: unknown[]): Document {
  const script = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${embed(value)}</script>`;
  const html = `${script('page', manifest)}${data.map((one) => script('data', one)).join('')}<p>after</p>`;
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('data embedded in a page', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>&lt;&amp;"\'\\u003c\\',
    'a\u2028b\u2029c\0d\r\ne',
    '__proto__',
  ])('a value is read back unchanged, and cannot end its script: %j', (text) => {
    const data = { text, list: [text], [text]: null };
    const page = pageWith(data);
    expect(page.body.textContent).toBe('after');
    expect(page.scripts).toHaveLength(2);
    expect(readPage(page)).toEqual({ manifest, data });
    expect(embed(data)).not.toContain('<');
  });

  test.each([[[]], [null], [0]])('the value %j is read back unchanged', (data) => {
    expect(readPage(pageWith(data))).toEqual({ manifest, data });
  });

  test('a page can be read without data', () => {
    expect(readPage(pageWith())).toEqual({ manifest });
  });

  test('a page without a manifest cannot be read', () => {
    expect(() => readPage(document)).toThrow('has no manifest');
  });

  test('surrogate pairs are kept, and lone surrogates are replaced', () => {
    expect(read({ '\uD800': ['a\uDC00b', '\u{1F600}'] })).toEqual({ '\uFFFD': ['a\uFFFDb', '\u{1F600}'] });
    expect(read('\uD83D')).toBe('\uFFFD');
    expect(read('\\ud800')).toBe('\\ud800');
  });

  test.each([[undefined], [() => 1], [Symbol('a')]])(
    'a value that JSON cannot represent is refused: %p',
    (value) => {
      expect(() => embed(value)).toThrow(TypeError);
    },
  );
});
