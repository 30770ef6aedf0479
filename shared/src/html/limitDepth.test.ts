import { expect, test } from '@jest/globals';
import { limitDepth } from './limitDepth';
import { sanitiseHtml } from './sanitiseHtml';

const nested = (tag: string, count: number, text = 'text') =>
  `<${tag}>`.repeat(count) + text + `</${tag}>`.repeat(count);

test.each([
  nested('div', 100),
  `${nested('b', 100)}<i>more</i>`.repeat(3),
  nested('div', 99, '<img src="/a"><br>text<hr>'),
  // The end tags of `<p>`, `<li>`, `<tr>` and `<td>` may be omitted.
  '<p>text'.repeat(500),
  `<ul>${'<li>text'.repeat(500)}</ul>`,
  `<table>${'<tr><td>text<td>text'.repeat(500)}</table>`,
  '<div><!-- </div> <div> -->text</div>'.repeat(500),
  // An element's end tag also closes the open elements inside it.
  '<div><span><section>text</div>'.repeat(500),
  '</div></p>text'.repeat(500),
  'a < b, <3 and <',
])('keeps HTML that is not too deep: %#', (html) => {
  expect(limitDepth(html)).toBe(html);
});

test.each([
  [nested('div', 102), nested('div', 100)],
  [nested('DIV', 102), nested('DIV', 100)],
  [nested('div', 3000, '<img src="/a">text<br>'), nested('div', 100, '<img src="/a">text<br>')],
  [nested('div', 100, '<p title="a>b">1<b>2</b></p>3'), nested('div', 100, '<p title="a>b">12</p>3')],
  [`${nested('div', 101)}<b>after</b>`, `${nested('div', 100)}<b>after</b>`],
  [nested('div', 100, '<ul><li>1</ul>'), nested('div', 100, '1')],
  [nested('div', 99, '<ul><li>1</ul>2'), nested('div', 99, '<ul><li>1</ul>2')],
])('removes the tags of deeper elements and keeps their text: %#', (html, limited) => {
  expect(limitDepth(html)).toBe(limited);
});

test.each([
  ['a formatting element', '<div><b>text</div>', /<b/g],
  ['an element inside formatting', '<b><div>text</b>', /<div/g],
])('%s stays open after its parent ends, and still counts as a level', (_what, html, start) => {
  // The parent is one of the 100 levels, so 99 are left for the elements that stay open.
  expect(limitDepth(html.repeat(3000)).match(start)).toHaveLength(99);
});

test.each(['div', 'b', 'span', 'blockquote', 'div><p', 'table><tr><td', 'ul><li'])(
  'sanitising 8,000 nested <%s> keeps their text; sanitising again changes nothing',
  (tag) => {
    const clean = (html: string) => sanitiseHtml(html, () => window);
    const text = '<em>text</em>';
    const safe = clean(`<${tag}>`.repeat(8000) + text);
    const shown = document.createElement('div');
    shown.append(document.createRange().createContextualFragment(safe));
    expect(shown.textContent).toBe('text');
    expect(clean(safe) === safe).toBe(true);
  },
);
