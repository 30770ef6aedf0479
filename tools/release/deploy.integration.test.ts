import { describe, expect, jest, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { itemSource, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { contentsOf } from './Release';

// On a disk, with a process for each app, as ever. What is deployed and how, deploy.test.ts and makeRelease.test.ts say.

jest.setTimeout(60_000);

let directory: string;
const site = useTinySite(async () => {
  directory = join(await temporaryDirectory(), 'store');
  return directoryStore(directory);
});

const dataOf = (text: string): unknown => JSON.parse(/id="data">([^<]*)/.exec(text)?.[1] ?? 'null');

test('the first deployment makes every page live, with its data and its head', async () => {
  expect(await site.live()).toEqual(site.first);
  expect(await site.page('404.html')).toContain('<main>No such page</main>');
  expect(await site.page('micora.html')).toContain('<header>Tiny shell</header><main>MiCora</main>');
  expect(await site.page('projects.html')).toContain('<main>Project: Harbour</main>');
  expect(await site.page('projects/_.404.html')).toContain('<main>Loading</main>');
  const harbour = await site.page('projects/abc.html');
  expect(harbour).toContain('"head":{"title":"Harbour","description":"About Harbour"}');
  expect(dataOf(harbour)).toEqual({ title: 'Harbour', by: 'Project' });
  expect(await site.page('sitemap.xml')).toBe('/ /micora /projects /projects/abc');
});

test('a team that deploys alone changes its own pages, and not one byte of the others', async () => {
  const before = new Map((await site.store.walk('')).map(({ key, modified }) => [key, modified]));
  const second = await site.put(tinyMicora('MiCora two'));
  expect(await site.live()).toEqual(second);
  const after = new Map(contentsOf(second));
  const changed = contentsOf(site.first).filter(([file, content]) => after.get(file) !== content);
  expect(changed.map(([file]) => file).sort()).toEqual([
    'micora.html',
    'release.json',
    'remotes/micora/mf-manifest.json',
  ]);
  const files = new Map((await site.store.walk('')).map(({ key, modified }) => [key, modified]));
  for (const [key, modified] of before) expect([key, files.get(key)]).toEqual([key, modified]);
});

test.each([
  ['throws', `throw new Error('no such word')`, '/micora of micora-remote cannot be rendered: no such word'],
  ['ends its process', `process.exit(1)`, 'Rendering ended with 1'],
])('a build of which a page %s is refused, and nothing has changed', async (_what, body, message) => {
  const before = await site.store.walk('');
  const broken = tinyRemote({ name: 'micora', mount: '/micora', pages: { '/micora': body } });
  await expect(site.put(broken)).rejects.toThrow(message);
  const sorted = (files: typeof before) => files.map(({ key }) => key).sort();
  expect(sorted(await site.store.walk(''))).toEqual(sorted(before));
});

describe('§7 what the backend has', () => {
  const HOSTILE = ['../x', '..', '.', '_', '_.404', '_.html', 'a/b', '/etc/passwd', 'a\\b', 'a.html', 'a\0b'];
  const ODD = ['a\nb', 'a b', '%2e%2e%2fx', 'é', '👋', '\ud800', '', 'x'.repeat(300), 'x'.repeat(100_000)];

  test('is left to the pattern where its ids are no names of files: none lies elsewhere, and nothing stops', async () => {
    const ids = [...HOSTILE, ...ODD, 'abc', '__proto__', 'constructor'];
    site.items = ids.map((id, index) => ({ id, title: `Title ${index}` }));
    const release = await site.put();
    const pages = ['__proto__', '_.404', 'abc', 'constructor'].map((name) => `projects/${name}.html`);
    const own = Object.keys(release.pages).filter((file) => file.startsWith('projects/'));
    expect(own.sort()).toEqual(pages.sort());
    expect(await site.live()).toEqual(release);
    expect(await site.page('projects/__proto__.html')).toContain('Title');
    for (const { title } of site.items) expect(await site.page('projects.html')).toContain(title);
    expect(await readdir(dirname(directory))).toEqual(['store']);

    // Nor is anything different the next time, with the backend or from the data that is stored.
    expect(await site.put()).toEqual(release);
    const second = await site.deploy({ artifacts: [tinyPortfolio('Work')] });
    expect(Object.keys(second.pages).sort()).toEqual(Object.keys(release.pages).sort());
    expect(await site.page('projects/constructor.html')).toContain('<main>Work Title');
  });

  test('is sanitised again by each build: what an earlier one let through is gone, whoever is away', async () => {
    const pages = { '/projects/:projectId': `return data ? data.title : 'Loading'` };
    const studio = (prepare: string) =>
      tinyRemote({ pages, sources: { '/projects/:projectId': itemSource(`prepare: ${prepare}`) } });
    site.items = [{ id: 'abc', title: '<script>alert(1)</script><b>Harbour</b>' }];
    await site.put(studio('(item) => item'));
    expect(await site.page('projects/abc.html')).toContain('<main><script>alert(1)</script>');
    const careful = studio(`({ title }, openWindow) => {
      const { body } = openWindow().document;
      body.innerHTML = title;
      for (const script of body.querySelectorAll('script')) script.remove();
      return { title: body.innerHTML };
    }`);
    await site.deploy({ artifacts: [careful] });
    expect(await site.page('projects/abc.html')).toContain('<main><b>Harbour</b></main>');
    expect(await site.page('projects/abc.html')).not.toContain('alert');
  });
});
