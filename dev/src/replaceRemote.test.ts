import { describe, expect, test } from '@jest/globals';
import { readPage } from '@site/shell/readPage';
import { JSDOM } from 'jsdom';
import { replaceRemote, withLocalRemote } from './replaceRemote';

const remote = (name: string, mount: string) => ({
  name,
  mount,
  version: 'v1',
  entry: { url: `/assets/${name}-remote/v1/remoteEntry.js`, integrity: 'sha384-x' },
});
const release = { id: 'r1', shell: 's1', remotes: [remote('studio', '/'), remote('micora', '/micora')] };

function livePage(status = 200, name = 'studio', mount = '/'): string {
  const manifest = { shell: 's1', ...(status === 200 && { remote: remote(name, mount) }) };
  return `<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<style data-href="shell.main.css">a{}</style>
<style data-href="studio.HomePage.css">b{}</style></head>
<body><div id="root" data-status="${status}"><main><div>Old</div></main></div>
<script type="application/json" id="page">${JSON.stringify(manifest)}</script>
<script type="application/json" id="data">{"old":true}</script>
<script src="/assets/shell/s1/main.js" defer></script>
<script src="/assets/studio-remote/v1/HomePage.js" integrity="sha384-y" crossorigin defer></script></body>`;
}

const manifestOf = (html: string) => readPage(new JSDOM(html).window.document).manifest;

const LOCAL = { app: 'studio-remote', name: 'studio', mount: '/' };

describe('a page of the live site', () => {
  test('takes the remote from here, and all others as they are', () => {
    const here = {
      ...remote('studio', '/'),
      version: 'dev',
      entry: { url: '/assets/studio-remote/dev/remoteEntry.js', integrity: '' },
    };
    expect(manifestOf(replaceRemote(livePage(), '/', LOCAL, release))).toEqual({
      shell: 's1',
      remote: here,
    });
    const { remotes } = withLocalRemote(release, LOCAL);
    expect(remotes).toEqual([remote('micora', '/micora'), here]);
  });

  test('of that remote loses what its old code has made: content, data, styles, scripts', () => {
    const page = replaceRemote(livePage(), '/', LOCAL, release);
    expect(page).toContain('<div id="root" data-status="200" data-emptied=""></div>');
    expect(page).not.toMatch(/Old|old|HomePage/);
    expect(page).toContain('shell.main.css');
    expect(page).toContain('/assets/shell/s1/main.js');
  });

  test.each([
    ['of another remote', '/micora', 200],
    ['that is the 404 page', '/nowhere', 404],
  ])('%s stays as it is', (_what, path, status) => {
    const page = livePage(status, 'micora', '/micora');
    expect(replaceRemote(page, path, LOCAL, release)).toBe(page);
  });

  test('gets a remote that is not live yet', () => {
    const shop = { app: 'shop-remote', name: 'shop', mount: '/shop' };
    const { remotes } = withLocalRemote(release, shop);
    expect(remotes.map(({ name }) => name)).toEqual(['studio', 'micora', 'shop']);
    // In the place of the home page, of which nothing is left but the shell.
    const page = replaceRemote(livePage(), '/shop', shop, { ...release, remotes });
    expect(manifestOf(page).remote?.name).toBe('shop');
    expect(page).not.toMatch(/Old|old|HomePage/);
    expect(page).toContain('shell.main.css');
  });

  test('is refused if it is none', () => {
    expect(() => replaceRemote('<h1>Hello</h1>', '/', LOCAL, release)).toThrow('/ has no page manifest');
  });
});
