import { expect, jest, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyRemote } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { contentsOf } from './Release';

// On a disk, with a process for each app, as ever. What is deployed and how, deploy.test.ts and makeRelease.test.ts say.

jest.setTimeout(60_000);

const site = useTinySite(async () => directoryStore(await temporaryDirectory()));

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

test('a build of which a page ends its process is refused, and nothing has changed', async () => {
  const keys = async () => (await site.store.walk('')).map(({ key }) => key).sort();
  const before = await keys();
  const broken = tinyRemote({ name: 'micora', mount: '/micora', pages: { '/micora': `process.exit(1)` } });
  await expect(site.put(broken)).rejects.toThrow('Rendering ended with 1');
  expect(await keys()).toEqual(before);
});
