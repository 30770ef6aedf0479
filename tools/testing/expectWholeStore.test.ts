import './renderHere';
import { expect, test } from '@jest/globals';
import { expectWholeStore } from './expectWholeStore';
import { useTinySite } from './useTinySite';

const site = useTinySite();

test('a store is whole as it was deployed', async () => {
  expect(await expectWholeStore(site.store)).toEqual(site.first);
});

const pageKey = (file: string) => `pages/${site.first.pages[file]?.content ?? site.first.files[file]}`;
const build = (folder: string, app: string) => `${folder}/${app}/${site.first.apps[app]}`;

test.each([
  ['a page', () => pageKey('index.html')],
  ['a compressed form of one', () => `${pageKey('projects/_.404.html')}.br`],
  ['a file beside the pages', () => `${pageKey('release.json')}.gz`],
  ['data', () => `data/${site.first.pages['projects/abc.html']?.data}.json`],
  ['what describes a build', () => `${build('artifacts', 'micora-remote')}/artifact.json`],
  ['its server bundle', () => `${build('artifacts', 'shell')}/server.cjs`],
  ['its asset', () => `${build('assets', 'shell')}/main.js`],
  ['a compressed form of one', () => `${build('assets', 'shell')}/shell.main.css.gz`],
])('it is not if %s is altered, or missing', async (_what, keyOf) => {
  const key = keyOf();
  await site.store.write(key, String(await site.store.read(key)).slice(1));
  await expect(expectWholeStore(site.store)).rejects.toThrow(`${key} has been altered`);
  await site.store.remove(key);
  await expect(expectWholeStore(site.store)).rejects.toThrow(
    `Release ${site.first.id} is damaged:\n  ${key} is missing`,
  );
});

test('it is not without the build of a page that is not its app’s any more', async () => {
  const version = 'a'.repeat(16);
  const pages = { ...site.first.pages, 'micora.html': { ...site.first.pages['micora.html'], version } };
  await site.store.write(`releases/${site.first.id}.json`, JSON.stringify({ ...site.first, pages }));
  await expect(expectWholeStore(site.store)).rejects.toThrow(
    `artifacts/micora-remote/${version}/artifact.json is missing`,
  );
});

test('it is not if tabs are told of another release', async () => {
  const block = { ...site.first.block, builds: {} };
  await site.store.write(`releases/${site.first.id}.json`, JSON.stringify({ ...site.first, block }));
  await expect(expectWholeStore(site.store)).rejects.toThrow('release.json tells of another release');
});
