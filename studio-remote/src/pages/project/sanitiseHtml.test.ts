import { describe, expect, jest, test } from '@jest/globals';
import DOMPurify from 'dompurify';
import { sanitiseHtml } from './sanitiseHtml';

const clean = (html: string): string => sanitiseHtml(html, () => window);

describe('§3 the long description is shown as markup, and is safe', () => {
  test('keeps the structure of a text', () => {
    const html =
      '<h2>a</h2><h3>b</h3><h4>c</h4><p>d<br><strong>e</strong> <em>f</em></p>' +
      '<ul><li>g</li></ul><ol><li>h</li></ol><blockquote>i</blockquote><pre><code>j</code></pre>';
    expect(clean(html)).toBe(html);
  });

  test.each([
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    [
      '<p onclick="alert(1)" style="color:red" class="x" data-z="1" aria-label="q" aria-hidden="true" role="alert" tabindex="3">a</p>',
      '<p>a</p>',
    ],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
    ['<iframe src="//x"></iframe><object></object><embed><p>a</p>', '<p>a</p>'],
    ['<form action="/x"><input name="a"><button>a</button></form>', 'a'],
    ['<style>p{}</style><p>a</p>', '<p>a</p>'],
    ['<p>a', '<p>a</p>'],
    ['<p>a</p><!-- b -->', '<p>a</p>'],
    ['<p>a&#13;b&#13;&#10;c</p>', '<p>a\nb\nc</p>'],
    ['<pre>\n\n\na\n</pre>', '<pre>a\n</pre>'],
    ['<pre dir="rtl">\n\n\na</pre>', '<pre dir="rtl">a</pre>'],
  ])('%s becomes %s', (html, safe) => {
    expect(clean(html)).toBe(safe);
  });

  test.each([
    'https://example.com/?a=1',
    'http://example.com/',
    'mailto:hello@example.com',
    'tel:+442071234567',
    '#top',
    '?page=2',
    'brochure.pdf',
    '../about#story',
    'HTTPS://EXAMPLE.COM/',
    '/contact',
    '/',
  ])('a link to %s stays, without handing over this page', (href) => {
    expect(clean(`<a href="${href}" target="_blank" rel="opener">a</a>`)).toBe(
      `<a href="${href}" rel="noopener noreferrer">a</a>`,
    );
  });

  test.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'micora://verification',
    'h323:x',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    'a+b.c-d:x',
    '\\\\example.com',
  ])('a link to %s is no link', (href) => {
    expect(clean(`<a href="${href}">a</a>`)).toBe('<a>a</a>');
  });

  test.each(['', ' ', '<p></p>', '<p>&nbsp;</p><br>', '<script>alert(1)</script>', '<img src="a.jpg">'])(
    '%j has no text',
    (html) => {
      expect(clean(html)).toBe('');
    },
  );
});

/** What of a text is parsed first. */
function firstParsed(html: string): unknown {
  const sanitize = jest.spyOn(DOMPurify, 'sanitize');
  clean(html);
  const [call] = sanitize.mock.calls;
  sanitize.mockRestore();
  return call?.[0];
}

describe('what the policy of the page would report is out of it before it is parsed', () => {
  test.each([
    ['<p style="color:red">a</p>', '<p data-style="color:red">a</p>'],
    ['<p class="a"onclick="x()">a</p>', '<p class="a"data-onclick="x()">a</p>'],
    ["<p class='a'onclick='x()'>a</p>", "<p class='a'data-onclick='x()'>a</p>"],
    ['<p/onclick\n=x>a</p>', '<p/data-onclick\n=x>a</p>'],
    ['<p  ONCLICK=x STYLE=y>a</p>', '<p  data-ONCLICK=x data-STYLE=y>a</p>'],
    ['<p lang="" style=a>b</p>', '<p lang="" data-style=a>b</p>'],
    ['<p lang="a>b" style=c>d</p>', '<p lang="a>b" data-style=c>d</p>'],
    ["<p lang='a>b' style=c>d</p>", "<p lang='a>b' data-style=c>d</p>"],
  ])('%j', (html, parsed) => {
    expect(firstParsed(html)).toBe(parsed);
  });

  test.each([
    '<p lang="a style=b onclick=c">d</p>',
    "<p lang='a style=b onclick=c'>d</p>",
    '<p onclick.x=a on=b restyle=c>style=d onclick=e</p>',
  ])('but not what only looks like it: %j', (html) => {
    expect(firstParsed(html)).toBe(html);
  });
});

/** HTML whose text reads differently once it has been a tree. */
const MOVING = [
  '<pre>\n\n\na\n</pre>',
  '<pre>&#13;\n\r\na&#13;b</pre><p>c&#13;&#10;d</p>',
  '<p>a<table><tr><td><p>b</p></td></tr></table>c</p>',
  '<a href="/a">a<button><a href="/b">b</a></button></a>',
  '<a href="https://example.com/?a=<b>&quot;&lt;c&gt;">a</a>',
  '<ul><li>a<ul><li>b</ul>c</ul>',
  '<strong>a<p>b</strong>c</p>',
  '<h2>a<h3>b</h2>c</h3>',
  '<h1>a</h1><h2 align=center>b</h2><center>c</center>',
  '<p>a<table style="float: left"><tr><td><table><tr><td>b</table></table>c</p>',
  '<div class="table" tabindex="0"><table class="table"><thead><td>a</table></div><div class="table">b</div>',
  '<p><img src="https://example.com/a?<b>" alt="<c>"><img src="http://127.0.0.1:1/api/files/a/b/c.png" align=middle></p>',
  '<a id="a" href="#a">a</a><a id="text-a" href="#text-a">b</a><a id="a b" href="#a b">c</a>',
  '<dl><dt>a<dd>b<table><caption>c<tr><th scope=col rowspan=2>d</table></dl>',
  '<span style="text-decoration: underline line-through">a<span>b</span></span>',
  '<b><p>a</b>b</p><i><h1>c</i></h1>',
  '<p>a\u00a0&nbsp;b &amp;amp; &lt;script&gt; \u{1F600} \u2028</p>',
];

describe('what is safe', () => {
  test.each(MOVING)('stays the same when it is made safe again, and when a page holds it: %j', (html) => {
    const safe = clean(html);
    expect(clean(safe)).toBe(safe);
    const page = new DOMParser().parseFromString(`<!doctype html><div>${safe}</div>`, 'text/html');
    expect(page.querySelector('div')?.innerHTML).toBe(safe);
  });
});
