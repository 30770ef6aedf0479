import '../testing/renderHere';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from '../release/deploy';
import { readArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { writeBuild } from '../testing/tinyBuild';
import { readBuilds } from './readBuilds';

let store: Store;
let said: jest.SpiedFunction<typeof console.log>;
const log = (): void => undefined;

/** A build of the studio on disk, of no commit. */
async function studio(text: string, builtAt: string) {
  const folder = await temporaryDirectory();
  const { version } = await writeBuild(folder, tinyStudio(text));
  await writeFile(join(folder, 'server/origin.json'), JSON.stringify({ builtAt, node: 'v24' }));
  return { folder, version };
}

let second: Awaited<ReturnType<typeof studio>>;
const saidLast = () => String(said.mock.lastCall?.[0]);
const taken = async (apps: string[], folders: string[]) =>
  (await readBuilds(store, apps, folders)).map(({ artifact }) => artifact.version);

beforeEach(async () => {
  said = jest.spyOn(console, 'log').mockReturnValue();
  store = memoryStore();
  const first = await studio('One', '2026-11-21T10:00:00.000Z');
  second = await studio('Two', '2026-11-22T10:00:00.000Z');
  await deploy({ store, artifacts: [tinyShell(), await readArtifact(first.folder)], log });
  await deploy({ store, artifacts: [await readArtifact(second.folder)], log });
});
afterEach(() => said.mockRestore());

// One that a later one has followed, tests/docs/pipeline.integration.test.ts has.
test('a build that has been taken back is left out, and goes live by the name that is advised, also if prune has removed it', async () => {
  await deploy({ store, back: { app: 'studio-remote' }, log });
  expect(await taken([], [second.folder])).toEqual([]);
  const name = `studio-remote@${second.version}`;
  expect(saidLast()).toBe(
    `studio-remote ${second.version} is left out: it was live and has been taken back. To deploy it all the same, name its version: npm run deploy -- ${name}`,
  );
  expect(await taken([name], [])).toEqual([second.version]);

  for (const file of ['artifact.json', 'server.cjs', 'origin.json'])
    await store.remove(`artifacts/studio-remote/${second.version}/${file}`);
  expect(await taken([], [second.folder])).toEqual([]);
  expect(saidLast()).toContain(
    `check out its commit, and name its version beside the app: npm run deploy -- studio-remote ${name}`,
  );
  await expect(taken([name], [])).rejects.toThrow('The store has no version of studio-remote');
  expect(await taken([name], [second.folder])).toEqual([second.version]);
});
