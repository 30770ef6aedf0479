import { describe, expect, test } from '@jest/globals';
import { readReleaseBlock, takeRemoteFromHere } from './takeRemoteFromHere';

const remote = (name: string, mount: string) => ({
  name,
  mount,
  version: 'v1',
  entry: { url: `/assets/${name}-remote/v1/remoteEntry.js`, integrity: 'sha384-x' },
});
const block = { id: 'r1', shell: 's1', remotes: [remote('studio', '/'), remote('micora', '/micora')] };

function livePage(status = 200): string {
  return `<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<style data-href="shell.main.css">a{}</style>
<style data-href="studio.HomePage.css">b{}</style></head>
<body><div id="root" data-status="${status}"><main><div>Old</div></main></div>
<script type="application/json" id="release">${JSON.stringify(block)}</script>
<link rel="preload" href="/assets/studio-remote/v1/HomePage.js" as="script" integrity="sha384-y" crossorigin>
<script src="/assets/shell/s1/main.js"></script></body>`;
}

const LOCAL = { app: 'studio-remote', name: 'studio', mount: '/' };

describe('a page of the live site', () => {
  test('takes the remote from here, and all others as they are', () => {
    const { remotes } = readReleaseBlock(takeRemoteFromHere(livePage(), '/', LOCAL)) ?? {};
    expect(remotes).toContainEqual({
      ...remote('studio', '/'),
      version: 'dev',
      entry: { url: '/assets/studio-remote/dev/remoteEntry.js', integrity: '' },
    });
    expect(remotes).toContainEqual(remote('micora', '/micora'));
    expect(remotes).toHaveLength(2);
  });

  test('of that remote loses what its old code has made: content, styles, preloads', () => {
    const page = takeRemoteFromHere(livePage(), '/', LOCAL);
    expect(page).toContain('<div id="root" data-status="200" data-emptied></div>');
    expect(page).not.toMatch(/Old|studio\.HomePage|preload/);
    expect(page).toContain('shell.main.css');
  });

  test.each([
    ['of another remote', '/micora', 200],
    ['that is the 404 page', '/nowhere', 404],
  ])('%s keeps its content', (_what, path, status) => {
    expect(takeRemoteFromHere(livePage(status), path, LOCAL)).toContain('<main><div>Old</div></main>');
  });

  test('gets a remote that is not live yet', () => {
    const page = takeRemoteFromHere(livePage(), '/', { app: 'shop-remote', name: 'shop', mount: '/shop' });
    expect(readReleaseBlock(page)?.remotes.map(({ name }) => name)).toEqual(['studio', 'micora', 'shop']);
  });

  test('is refused if it is none', () => {
    expect(() => takeRemoteFromHere('<h1>Hello</h1>', '/', LOCAL)).toThrow('/ has no release block');
  });
});
