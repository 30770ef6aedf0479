import '../testing/renderHere';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { readHistory } from './readHistory';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { deploy } from './deploy';
import { removeApp } from './removeApp';

jest.setTimeout(60_000);

const log = () => undefined;
let directory: string;
let store: Store;
let before: Release;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  const artifacts = await Promise.all([tinyShell(), tinyStudio(), tinyMicora()]);
  before = await deploy({ store, artifacts, log });
});

test('an app goes with its pages, the others keep theirs, and it can be deployed again', async () => {
  const { id } = await removeApp({ store, app: 'micora-remote', log });
  const live = await expectWholeSite(directory);
  expect(live.id).toBe(id);
  expect(Object.keys(live.apps).sort()).toEqual(['shell', 'studio-remote']);
  expect(live.block.remotes.map(({ name }) => name)).toEqual(['studio']);
  const others = Object.entries(before.pages).filter(([, { app }]) => app !== 'micora-remote');
  expect(live.pages).toEqual(Object.fromEntries(others));
  expect(live.pages).not.toHaveProperty('micora.html');
  expect((await readHistory(store))[0]?.what).toBe('remove micora-remote');

  await deploy({ store, artifacts: [await tinyMicora()], log });
  expect((await expectWholeSite(directory)).pages).toEqual(before.pages);
});

test('nothing is removed by a dry run, nor what is not live, nor the shell', async () => {
  await removeApp({ store, app: 'micora-remote', dryRun: true, log });
  await expect(removeApp({ store, app: 'events-remote', log })).rejects.toThrow('events-remote is not live');
  await expect(removeApp({ store, app: 'shell', log })).rejects.toThrow('Without the shell there is no site');
  expect((await expectWholeSite(directory)).id).toBe(before.id);
});
