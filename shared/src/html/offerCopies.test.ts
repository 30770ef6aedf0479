import { expect, test } from '@jest/globals';
import { offerCopies } from './offerCopies';
import { sanitiseHtml } from './sanitiseHtml';

const owner = { id: 'harbour00000001', collection: 'projects' };
const files = ['cover_a1.jpg', 'one.jpg', 'two.jpg', 'three.jpg'];
const FILES = '/api/files/projects/harbour00000001';

function shown(text: string): string {
  const prepare = (html: string) =>
    offerCopies(
      sanitiseHtml(html, () => window),
      owner,
      files,
      '(min-width: 64rem) 70vw, 100vw',
    );
  const html = prepare(text);
  expect(prepare(html)).toBe(html);
  return html;
}

test.each([
  ['one of the record’s files', `${FILES}/two.jpg`],
  ['an uncropped size', `http://127.0.0.1:8090/api/files/pbc_1/harbour00000001/two.jpg?thumb=960x640f`],
  ['another of them', `${FILES}/cover_a1.jpg`],
])('§3 copies of a wide picture of the record are offered: %s', (_which, src) => {
  const html = shown(`<p><img src="${src}" alt="A quay" width="1500" height="1000"></p>`);
  const [, source = ''] =
    /<figure><picture><source ([^>]*)><img [^>]*><\/picture><\/figure>/.exec(html) ?? [];
  expect(source).toMatch(/^type="image\/avif" sizes="[^"]+" srcset="\/assets\/pictures\/a7\/projects\//);
  expect(source).toContain('/2160.avif 2160w');
  expect(html).toContain(`src="${src.replace('http://127.0.0.1:8090', '')}"`);
});

test.each([
  ['in a cropped size', `<p><img src="${FILES}/two.jpg?thumb=960x640"></p>`],
  ['of another record', '<p><img src="/api/files/projects/other/two.jpg"></p>'],
  ['that the record does not have', `<p><img src="${FILES}/four.jpg"></p>`],
  ['within a line of text', `<p>Look: <img src="${FILES}/two.jpg"></p>`],
  ['that was made small in the editor', `<p><img src="${FILES}/two.jpg" width="300" height="200"></p>`],
])('§3 no copies are offered for a picture %s', (_which, html) => {
  expect(shown(html)).toContain('<img ');
  expect(shown(html)).not.toContain('<source');
});
