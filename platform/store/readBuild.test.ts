import { beforeEach, expect, test } from '@jest/globals';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyStudio } from '../testing/tinySite';
import { readBuild } from './readBuild';

let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeBuild(directory, tinyStudio());
});

test('reads an intact build with the contents of all its files', async () => {
  expect(await readBuild(directory)).toEqual(tinyStudio());
});

const alter = (path: string) => appendFile(path, ' ');
const truncate = (path: string) => writeFile(path, '{"app":');

test.each([
  ['build.json', rm, /^There is no build in \/.*\. Build the app first: npm run build -w <app>\.$/],
  ['build.json', truncate, /is invalid\. Build the app again\.$/],
  [
    'server/server.cjs',
    alter,
    /^server.cjs of studio-remote has changed since it was built\. Build the app again\.$/,
  ],
  ['server/server.cjs', rm, /^server.cjs of studio-remote is missing\. Build the app again\.$/],
  ['browser/Page1.js', alter, /^Page1.js of studio-remote has changed since it was built\. Build/],
  ['browser/remoteEntry.js', rm, /^remoteEntry.js of studio-remote is missing\. Build/],
])('refuses a build whose %s is altered or missing: %#', async (name, damage, problem) => {
  await damage(join(directory, name));
  await expect(readBuild(directory)).rejects.toThrow(problem);
});
