import { expect } from '@jest/globals';

/** What an editor, or somebody with an editor's password, could type into any field. */
export const HOSTILE = [
  '</script><script>globalThis.attacked = 1</script>',
  '<!--<script>globalThis.attacked = 1</script>',
  '--></title></style></textarea></noscript><script>globalThis.attacked = 1</script>',
  '"><img src=x onerror="globalThis.attacked = 1">',
  `' onmouseover='globalThis.attacked = 1`,
  'javascript:globalThis.attacked=1',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e &lt;b&gt; &amp;amp;',
  '${globalThis.attacked = 1}{{1}}$& $1 $$',
  '\u2028\u2029\u202E\uFEFF\u0085\u200B',
  '\uD800 and \uDC00, \u{1F600}',
  'a\0b\u0001c\u001Fd',
  'line\r\nline\rline\n\tend',
  '__proto__',
];

/** A record with the same text in every field. */
export function hostileRecord(id: string, text: string): Record<string, unknown> {
  return {
    id,
    title: text,
    description: text,
    long_description: `<p>${text}</p><a href="${text}">link</a>`,
    category: text,
    status: text,
    technologies: [text, { name: text }, { [text]: text }],
    cover_Image: text,
    images: [text, `b${text}`],
    updated: text,
    created: text,
  };
}

/** A file is well-formed Unicode, and no element has an attribute that runs or draws something. */
export function expectHarmless(html: string, ...pages: Document[]): void {
  expect(html).not.toMatch(/[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])/);
  for (const page of pages) {
    const names = [...page.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
    expect(names.filter((name) => /^on|style/.test(name))).toEqual([]);
  }
}
