import { describe, expect, jest, test } from '@jest/globals';
import { site } from '../site';
import DOMPurify from 'dompurify';
import { sanitiseHtml } from './sanitiseHtml';

const clean = (html: string): string => sanitiseHtml(html, () => window);
const REL = 'rel="noopener noreferrer"';
const FILE = '/api/files/projects/a/b.png';
const FOREIGN = 'http://127.0.0.1.example.com/api/files/b.png';
const ROWS = '<tbody><tr><td colspan="2">b</td></tr></tbody>';
const FRAME = '<div class="table" role="group" aria-label="Table" tabindex="0">';

describe('§3 the long description as safe markup', () => {
  test('keeps the structure of a text', () => {
    const html =
      '<h2>a</h2><h3>b</h3><h4>c</h4><p dir="rtl">d<br><strong>e</strong> <em>f</em></p><hr>' +
      '<ul><li>g</li></ul><ol><li>h</li></ol><blockquote>i</blockquote><pre><code>j</code></pre>' +
      '<b>k</b> <i>l</i> <s>m</s> <sup>n</sup><dl><dt>o</dt><dd>p</dd></dl>';
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
  ])('keeps a link to %s, and denies the target access to this page', (href) => {
    expect(clean(`<a href="${href}" target="_blank" rel="opener">a</a>`)).toBe(
      `<a href="${href}" ${REL}>a</a>`,
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
  ])('removes the address of a link to %s', (href) => {
    expect(clean(`<a href="${href}">a</a>`)).toBe('<a>a</a>');
  });

  test.each(['', ' ', '<p></p>', '<p>&nbsp;</p><br>', '<script>alert(1)</script>', '<img src="a.jpg">'])(
    'is empty for %j',
    (html) => {
      expect(clean(html)).toBe('');
    },
  );
});

describe('attributes that violate the page’s policy are renamed before HTML is parsed', () => {
  test.each([
    ['<p style="color:red">a</p>', '<p data-style="color:red">a</p>'],
    ['<p class="a"onclick="x()">a</p>', '<p class="a"data-onclick="x()">a</p>'],
    ["<p class='a'onclick='x()'>a</p>", "<p class='a'data-onclick='x()'>a</p>"],
    ['<p/onclick\n=x>a</p>', '<p/data-onclick\n=x>a</p>'],
    ['<p  ONCLICK=x STYLE=y>a</p>', '<p  data-ONCLICK=x data-STYLE=y>a</p>'],
    ['<p lang="" style=a>b</p>', '<p lang="" data-style=a>b</p>'],
    ['<p lang="a>b" style=c>d</p>', '<p lang="a>b" data-style=c>d</p>'],
    ["<p lang='a>b' style=c>d</p>", "<p lang='a>b' data-style=c>d</p>"],
    // Text that only looks like an attribute must not be renamed.
    ...[
      '<p lang="a style=b onclick=c">d</p>',
      "<p lang='a style=b onclick=c'>d</p>",
      '<p onclick.x=a on=b restyle=c>style=d onclick=e</p>',
    ].map((html) => [html, html]),
  ])('%j', (html, parsed) => {
    const sanitize = jest.spyOn(DOMPurify, 'sanitize');
    clean(html);
    expect(sanitize.mock.calls[0]?.[0]).toBe(parsed);
  });
});

const UNSTABLE = [
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
  '<p><a href="/a"><img src="/api/files/projects/a/b.png"></a></p><p><em>a<p>b</em></p><p><i><i>c</i></i></p>',
  '<p>a\u00a0&nbsp;b &amp;amp; &lt;script&gt; \u{1F600} \u2028</p>',
];

describe('sanitised HTML', () => {
  test.each(UNSTABLE)('does not change when it is sanitised again or parsed in a page: %j', (html) => {
    const safe = clean(html);
    expect(clean(safe)).toBe(safe);
    const page = new DOMParser().parseFromString(`<!doctype html><div>${safe}</div>`, 'text/html');
    expect(page.querySelector('div')?.innerHTML).toBe(safe);
  });
});

describe('§3 HTML from the dashboard’s editor', () => {
  // `tests/heavy/richText.spec.ts` covers everything that this editor can produce.
  test.each([
    ['<p style="text-align: justify;">a</p>', '<p class="align-justify">a</p>'],
    ['<p align="RIGHT">a</p>', '<p class="align-right">a</p>'],
    ['<p><span style="text-decoration: underline;">a</span></p>', '<p><u>a</u></p>'],
    ['<p><span style="color: rgb(224, 62, 45);">a</span></p>', '<p>a</p>'],
    ['<p><span style="text-decoration: line-through;">a</span></p>', '<p><s>a</s></p>'],
    ['<p style="TEXT-ALIGN:  Center">a</p>', '<p class="align-center">a</p>'],
    ['<p style="text-align: centered">a</p>', '<p>a</p>'],
    ['<p class="align-right other">a</p>', '<p class="align-right">a</p>'],
    ['<p style="float: left">a</p>', '<p class="align-left">a</p>'],
    ['<p style="margin: 0 auto">a</p>', '<p class="align-center">a</p>'],
    ['<p style="margin-left: auto; margin-right: auto">a</p>', '<p class="align-center">a</p>'],
    ['<p style="margin-right: auto">a</p>', '<p>a</p>'],
    ['<p style="margin: 0; width: auto">a</p>', '<p>a</p>'],
    ['<p><span>a <b>b</b></span> <span>c</span></p>', '<p>a <b>b</b> c</p>'],
    ...['section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'center', 'address'].map((name) => [
      `<${name} id="a"><p>b</p>c</${name}><div>d</div>`,
      '<div id="text-a"><p>b</p>c</div><div>d</div>',
    ]),
    ['<p>&lt;p style="color:red"&gt; style="x"</p>', '<p>&lt;p style="color:red"&gt; style="x"</p>'],
    // All headings must rank below the page's own `<h1>`. If the HTML has an `<h1>`, every heading except `<h6>` moves down
    // by one level.
    ['<h1>a</h1><h2>b</h2><h5>c</h5><h6>d</h6>', '<h2>a</h2><h3>b</h3><h6>c</h6><h6>d</h6>'],
    ['<h2>b</h2><h5>c</h5>', '<h2>b</h2><h5>c</h5>'],
    // Each id gets a prefix, even if it is also the name of a DOM property. Links to that id get the same prefix, but other
    // links do not.
    ...['root', 'links', 'title', 'action', 'body'].map((id) => [
      `<h2 id="${id}">a</h2><a href="#${id}">b</a><a href="#elsewhere">c</a><a href="/${id}">d</a>`,
      `<h2 id="text-${id}">a</h2><a href="#text-${id}" ${REL}>b</a><a href="#elsewhere" ${REL}>c</a><a href="/${id}" ${REL}>d</a>`,
    ]),
    ['<a href="/?a=<b>" title="c">a</a>', `<a href="/?a=%3Cb%3E" ${REL}>a</a>`],
    [
      '<img src="/api/files/<b>.png" alt="<c>">',
      '<img src="/api/files/%3Cb%3E.png" alt="‹c›" loading="lazy">',
    ],
    [`<img src="${FOREIGN}" alt="A &lt;bay&gt;">`, `<a href="${FOREIGN}" ${REL}>A ‹bay›</a>`],
    [`<img src="${FOREIGN}">`, `<a href="${FOREIGN}" ${REL}>${FOREIGN}</a>`],
    [`<a href="/a"><img src="${FOREIGN}" alt="A bay"></a>`, `<a href="/a" ${REL}>A bay</a>`],
    ['<img src="data:image/png;base64,AAAA" alt="A bay">', 'A bay'],
    ['<img src="//example.com/b.png" alt="A bay">', 'A bay'],
    [
      `<p><img src="${FILE}" alt="b"><br></p><p> <em>c <b>d</b></em> </p><p><i>e</i></p>`,
      `<figure><img src="${FILE}" alt="b" loading="lazy"><figcaption>c <b>d</b></figcaption></figure><p><i>e</i></p>`,
    ],
    [
      `<p><a href="/a"><img src="${FILE}" alt="b" width="600"></a></p><p><em>c</em> d</p>`,
      `<figure><a href="/a" ${REL}><img src="${FILE}" alt="b" width="600" loading="lazy"></a></figure><p><em>c</em> d</p>`,
    ],
    ...[
      `<p><img src="${FILE}" width="599" alt="b" loading="lazy"></p>`,
      `<p>a <img src="${FILE}" alt="b" loading="lazy"></p>`,
      `<p><img src="${FILE}" alt="b" loading="lazy"><img src="${FILE}" alt="c" loading="lazy"></p>`,
      `<ul><li><p><img src="${FILE}" alt="b" loading="lazy"></p></li></ul>`,
      `<figure><img src="${FILE}" alt="b" loading="lazy"><figcaption>c</figcaption></figure>`,
    ].map((html) => [html, html]),
    [
      `<table style="width: 100%;" border="1"><colgroup><col></colgroup><thead><tr><td>a</td></tr></thead>${ROWS}</table>`,
      `${FRAME}<table><thead><tr><th>a</th></tr></thead>${ROWS}</table></div>`,
    ],
    [
      `<table><tbody><tr><td><table>${ROWS}</table></td></tr></tbody></table>`,
      `${FRAME}<table><tbody><tr><td><table>${ROWS}</table></td></tr></tbody></table></div>`,
    ],
  ])('%s becomes %s', (html, text) => {
    expect(clean(html)).toBe(text);
  });

  test.each([
    'http://127.0.0.1:8090',
    'http://localhost:40833',
    'http://[::1]',
    'http://localhost',
    'https://LOCALHOST:1',
    'http://127.10.20.30:80',
    'https://www.example.com',
    '',
  ])('a backend file whose address has the host %j gets a path of this site', (host) => {
    const file = '/api/files/projects/a/b.png?thumb=1x1';
    expect(clean(`<img style="float: right" src="${host}${file}" width="3" height="2">`)).toBe(
      `<img src="${file}" width="3" height="2" alt="" class="align-right" loading="lazy">`,
    );
    expect(clean(`<a href="${host}${file}">b</a>`)).toBe(`<a href="${file}" ${REL}>b</a>`);
    expect(clean(`<a href="${host}/API/files/b">b</a>`)).toBe(`<a href="/api/files/b" ${REL}>b</a>`);
  });

  test.each([
    'https://other.example.com/api/files/projects/a/b.png',
    'http://localhost.example.com/api/files/projects/a/b.png',
    'http://xlocalhost/api/files/projects/a/b.png',
    'http://127.0.0/api/files/projects/a/b.png',
    'http://127.0.0.1:8090/files/api/projects/a/b.png',
    'https://example.com/?http://localhost/api/files/projects/a/b.png',
    '/other/api/files/projects/a/b.png',
    '/api/filesystem/b.png',
  ])('%s is not the address of a backend file', (address) => {
    expect(clean(`<a href="${address}">b</a>`)).toBe(`<a href="${address}" ${REL}>b</a>`);
    expect(clean(`<img src="${address}" alt="b">`)).toBe(`<a href="${address}" ${REL}>b</a>`);
  });

  test('a backend file keeps its host if the backend has a host of its own', () => {
    const { apiBase } = site;
    Object.assign(site, { apiBase: 'https://api.example.com/api' });
    const address = 'https://api.example.com/api/files/b.png';
    expect(clean(`<img src="${address}">`)).toBe(`<img src="${address}" alt="" loading="lazy">`);
    Object.assign(site, { apiBase });
  });
});

/** Returns CPU time, in microseconds. It is not elapsed time, which would include the work of other processes. */
function measureCost(html: string): number {
  const before = process.cpuUsage();
  clean(html);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each(['<a ', '<a "', `<a '"`, '<a style=', '</', '<a b="c" ', '"', 'a\n'])(
  'sanitising a long text that repeats %j takes linear time',
  (part) => {
    const [short = 0, long = 0] = [10_000, 160_000].map((size) =>
      measureCost(part.repeat(size / part.length)),
    );
    // The ratio is about 16 for linear time, and about 256 for quadratic time.
    expect(long / short).toBeLessThan(64);
  },
);
