import { describe, expect, test } from '@jest/globals';
import type { ReleaseBlock } from '@site/shared/remote';
import { renderDocument, renderReleaseBlock, renewReleaseBlock } from './renderDocument';

function release(id: string): ReleaseBlock {
  return {
    id,
    shell: 's1',
    remotes: [
      { name: 'studio', mount: '/', version: id, entry: { url: `/${id}.js`, integrity: 'sha384-a' } },
    ],
  };
}

/** A page as the shell's own code writes it. */
function pageOf(block: ReleaseBlock): string {
  return renderDocument({
    page: {
      status: 200,
      html: `<h1>$& About $1</h1><script type="application/json" id="other">{"id":"other"}</script>`,
      route: 'studio/AboutPage',
      handle: { title: 'About', description: 'About us.', chrome: 'full', index: true },
      trail: [],
    },
    pathname: '/about',
    release: block,
    styles: [{ name: 'a.css', css: '.a{color:red}' }],
    main: { url: '/main.js', integrity: 'sha384-main' },
    preloads: [],
    files: {},
    policies: ['site-shell'],
  });
}

describe('a page that is carried over', () => {
  test('is byte by byte the page that would be rendered in the new release', () => {
    expect(renewReleaseBlock(pageOf(release('r1')), release('r2'))).toBe(pageOf(release('r2')));
  });

  test('changes in its release block alone', () => {
    const renewed = renewReleaseBlock(pageOf(release('r1')), release('r2'));
    const [before, after] = pageOf(release('r1')).split(renderReleaseBlock(release('r1')));
    expect(renewed).toBe(`${before}${renderReleaseBlock(release('r2'))}${after}`);
  });

  test.each(['</script><script>alert(1)</script>', '<!--', '$&$1$$', '"\\u003c'])(
    'stays whole if %s stands in the new block or in the old one',
    (odd) => {
      expect(renewReleaseBlock(pageOf(release('r1')), release(odd))).toBe(pageOf(release(odd)));
      expect(renewReleaseBlock(pageOf(release(odd)), release('r2'))).toBe(pageOf(release('r2')));
      expect(renewReleaseBlock(pageOf(release('r1')), release(odd))).not.toContain('<script>alert');
    },
  );

  test('must have a release block', () => {
    const page = pageOf(release('r1')).replace('id="release"', 'id="something"');
    expect(() => renewReleaseBlock(page, release('r2'))).toThrow('The page has no release block.');
  });
});
