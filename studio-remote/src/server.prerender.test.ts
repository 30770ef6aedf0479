/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { hydrate, prerender } from './testing/hydrate';

/** What an editor, or somebody with an editor's password, could type into any field. */
const HOSTILE = [
  '</script><script>globalThis.attacked = 1</script>',
  '<!--<script>globalThis.attacked = 1</script>',
  '--></title></style></textarea></noscript></script><script>globalThis.attacked = 1</script>',
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
function recordOf(text: string): Record<string, unknown> {
  return {
    id: 'a',
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

const namesIn = (page: Document) => [...page.querySelectorAll('*')].map(({ localName }) => localName);

describe.each([
  ['in the list', '/projects', '', '/projects', 'article h2'],
  ['on its page', '/projects/:projectId', 'a', '/projects/a', 'h1'],
])('§3 what stands in a record is %s', (_where, path, entry, address, heading) => {
  test.each(HOSTILE)('text, and adds no script, no other element and no attribute: %j', async (text) => {
    const known = new Set(namesIn((await prerender(path, [recordOf('b.jpg')], entry)).page));
    const { html, page, data } = await prerender(path, [recordOf(text)], entry);
    expect(namesIn(page).filter((name) => !known.has(name))).toEqual([]);
    expect(page.querySelectorAll('script:not([type$="json"])')).toHaveLength(1);
    for (const { type, text: json } of page.scripts) if (type) expect(JSON.parse(json)).toBeTruthy();
    expect(JSON.parse(page.getElementById('data')?.textContent ?? '')).toEqual(data);
    const attributes = [...page.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    const runs = ({ name, value }: Attr) =>
      /^on|^style$/.test(name) || (/^(?:href|src)$/.test(name) && /^javascript:/.test(value));
    expect(attributes.filter(runs).map(({ name, value }) => [name, value])).toEqual([]);
    // A parser has one kind of line break, and a sign of its own for what is none.
    const read = (words = '') => words.replace(/\r\n?/g, '\n').replace(/[\0\uFFFD]/g, '');
    const [project] = [data].flat() as { title: string }[];
    expect(read(page.querySelector(heading)?.textContent)).toBe(read(project?.title));

    const { untilRead } = await hydrate(html, address, [recordOf(text)]);
    await untilRead();
  });
});
