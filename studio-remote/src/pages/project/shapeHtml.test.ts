import { describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { sanitiseHtml } from './sanitiseHtml';

const shown = (html: string): string => sanitiseHtml(html, () => window);
const REL = 'rel="noopener noreferrer"';
const FOREIGN = 'http://127.0.0.1.example.com/api/files/b.png';

describe('§3 what the dashboard’s editor makes is shown', () => {
  // All of that editor's output is fed to a whole site by a browser test.
  test.each([
    ['<p style="text-align: center;">a</p>', '<p class="align-center">a</p>'],
    ['<p style="text-align: justify;">a</p>', '<p class="align-justify">a</p>'],
    ['<p align="RIGHT">a</p>', '<p class="align-right">a</p>'],
    ['<p><span style="text-decoration: underline;">a</span></p>', '<p><u>a</u></p>'],
    ['<p><span style="color: rgb(224, 62, 45);">a</span></p>', '<p>a</p>'],
    ['<p><span style="text-decoration: line-through;">a</span></p>', '<p><s>a</s></p>'],
    ['<p style="text-align:left">a</p>', '<p class="align-left">a</p>'],
    ['<p style="TEXT-ALIGN:  Center">a</p>', '<p class="align-center">a</p>'],
    ['<p style="text-align: centered">a</p>', '<p>a</p>'],
    ['<p class="align-right other">a</p>', '<p class="align-right">a</p>'],
    ['<p style="float: left">a</p>', '<p class="align-left">a</p>'],
    ['<p style="margin: 0 auto">a</p>', '<p class="align-center">a</p>'],
    ['<p style="margin-left: auto; margin-right: auto">a</p>', '<p class="align-center">a</p>'],
    ['<p style="margin-right: auto">a</p>', '<p>a</p>'],
    ['<p style="margin: 0; width: auto">a</p>', '<p>a</p>'],
    ['<p><span>a <b>b</b></span> <span>c</span></p>', '<p>a <b>b</b> c</p>'],
    ['<p dir="rtl">a</p>', '<p dir="rtl">a</p>'],
    ['<b>a</b> <i>b</i> <s>c</s> <sup>d</sup><hr>', '<b>a</b> <i>b</i> <s>c</s> <sup>d</sup><hr>'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ...['section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'center', 'address'].map((name) => [
      `<${name} id="a"><p>b</p>c</${name}><div>d</div>`,
      '<div id="text-a"><p>b</p>c</div><div>d</div>',
    ]),
    ['<p>&lt;p style="color:red"&gt; style="x"</p>', '<p>&lt;p style="color:red"&gt; style="x"</p>'],
    // Headings begin below the page's own: where one is of level 1, all go down by one.
    ['<h1>a</h1><h2>b</h2><h5>c</h5><h6>d</h6>', '<h2>a</h2><h3>b</h3><h6>c</h6><h6>d</h6>'],
    ['<h2>b</h2><h5>c</h5>', '<h2>b</h2><h5>c</h5>'],
    // Ids are the text's own, also those that the document has a property for, and its links lead to them.
    ...['root', 'links', 'title', 'action', 'body'].map((id) => [
      `<h2 id="${id}">a</h2><a href="#${id}">b</a><a href="#elsewhere">c</a><a href="/${id}">d</a>`,
      `<h2 id="text-${id}">a</h2><a href="#text-${id}" ${REL}>b</a><a href="#elsewhere" ${REL}>c</a><a href="/${id}" ${REL}>d</a>`,
    ]),
    // Angle brackets are encoded in addresses, and others stand for them in words.
    ['<a href="/?a=<b>" title="c">a</a>', `<a href="/?a=%3Cb%3E" ${REL}>a</a>`],
    [
      '<img src="/api/files/<b>.png" alt="<c>">',
      '<img src="/api/files/%3Cb%3E.png" alt="‹c›" loading="lazy">',
    ],
    // A picture from elsewhere is a link, or its words.
    [`<img src="${FOREIGN}" alt="A &lt;bay&gt;">`, `<a href="${FOREIGN}" ${REL}>A ‹bay›</a>`],
    [`<img src="${FOREIGN}">`, `<a href="${FOREIGN}" ${REL}>${FOREIGN}</a>`],
    [`<a href="/a"><img src="${FOREIGN}" alt="A bay"></a>`, `<a href="/a" ${REL}>A bay</a>`],
    ['<img src="data:image/png;base64,AAAA" alt="A bay">', 'A bay'],
    ['<img src="//example.com/b.png" alt="A bay">', 'A bay'],
  ])('%s becomes %s', (html, text) => {
    expect(shown(html)).toBe(text);
  });

  test('a table scrolls by itself and can be reached by keyboard, and its first row has its headings', () => {
    const body = '<tbody><tr><td colspan="2">Q1</td></tr></tbody>';
    expect(
      shown(
        '<table style="border-collapse: collapse; width: 100%;" border="1">' +
          `<colgroup><col style="width: 50%;"></colgroup><thead><tr><td>Quarter</td></tr></thead>${body}</table>`,
      ),
    ).toBe(
      '<div class="table" role="group" aria-label="Table" tabindex="0">' +
        `<table><thead><tr><th>Quarter</th></tr></thead>${body}</table></div>`,
    );
    const inner = shown(`<table><tbody><tr><td><table>${body}</table></td></tr></tbody></table>`);
    expect(inner.match(/<div/g)).toHaveLength(1);
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
  ])('a file of the backend, addressed by %j, is one of this site', (host) => {
    const file = '/api/files/projects/a/b.png?thumb=1x1';
    expect(shown(`<img style="float: right" src="${host}${file}" width="3" height="2">`)).toBe(
      `<img src="${file}" width="3" height="2" alt="" class="align-right" loading="lazy">`,
    );
    expect(shown(`<a href="${host}${file}">b</a>`)).toBe(`<a href="${file}" ${REL}>b</a>`);
    expect(shown(`<a href="${host}/API/files/b">b</a>`)).toBe(`<a href="/api/files/b" ${REL}>b</a>`);
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
  ])('%s is none', (address) => {
    expect(shown(`<a href="${address}">b</a>`)).toBe(`<a href="${address}" ${REL}>b</a>`);
    expect(shown(`<img src="${address}" alt="b">`)).toBe(`<a href="${address}" ${REL}>b</a>`);
  });

  test('a file of a backend at another host than the site is one of it, too', () => {
    const { apiBase } = site;
    Object.assign(site, { apiBase: 'https://api.example.com/api' });
    const address = 'https://api.example.com/api/files/b.png';
    expect(shown(`<img src="${address}">`)).toBe(`<img src="${address}" alt="" loading="lazy">`);
    Object.assign(site, { apiBase });
  });
});

/** In the time of this process alone, which grows with the work, whatever else the machine does. */
function costOf(html: string): number {
  const before = process.cpuUsage();
  shown(html);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each(['<a ', '<a "', `<a '"`, '<a style=', '</', '<a b="c" ', '"', 'a\n'])(
  'a long text of %j is gone through once, not again from each of its places',
  (part) => {
    const [short = 0, long = 0] = [10_000, 160_000].map((size) => costOf(part.repeat(size / part.length)));
    // Sixteen times as much work if it is proportional, 256 times if it is quadratic.
    expect(long / short).toBeLessThan(64);
  },
);
