import '../testing/renderHere';
import { expect, test } from '@jest/globals';
import type { LoadedBuild } from '../store/readBuild';
import { tinyMicora, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { withoutFormer } from './readBuilds';

const site = useTinySite();

const at = (build: LoadedBuild, day: number): LoadedBuild => ({
  ...build,
  origin: { builtAt: `2026-11-0${day}T10:00:00.000Z`, node: 'v24.0.0' },
});
const [older, newer] = [at(tinyMicora('One'), 1), at(tinyMicora('Two'), 2)];
const studio = at(tinyStudio('Work'), 3);

async function select(...builds: LoadedBuild[]) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  return { selected: await withoutFormer(site.store, builds, log, log), said: lines.join() };
}

test('npm start leaves out a build that is older than the newest one that has been live', async () => {
  await site.put(newer);
  const { selected, said } = await select(older, studio);
  expect(selected).toEqual([studio]);
  expect(said).toContain('micora-remote ');
  expect(said).toContain('before the newest build that has been live');
});

test('npm start leaves out an app that was removed, and a build that was rolled back', async () => {
  await site.put(older);
  await site.put(newer);
  await site.back('micora-remote');
  expect(await select(newer, studio)).toMatchObject({ selected: [studio] });
  await site.deploy({ change: { kind: 'remove', app: 'micora-remote', builds: [] } });
  const { selected, said } = await select(newer, studio);
  expect(selected).toEqual([studio]);
  expect(said).toContain('is skipped, because it was rolled back or removed.');
});

test('npm start deploys all builds to an empty store', async () => {
  expect(await select(older, studio)).toEqual({ selected: [older, studio], said: '' });
});
