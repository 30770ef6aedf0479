import { beforeEach, expect, test } from '@jest/globals';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyStudio } from '../testing/tinySite';
import { readArtifact } from './readArtifact';

let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeBuild(directory, tinyStudio());
});

test('an intact build is read with the contents of all its files', async () => {
  expect(await readArtifact(directory)).toEqual(tinyStudio());
});

const alter = (path: string) => appendFile(path, ' ');
const halve = (path: string) => writeFile(path, '{"app":');

test.each([
  ['artifact.json', rm, /^There is no build in \/.*\. Build the app first: npm run build -w <app>\.$/],
  ['artifact.json', halve, /is invalid\. Build the app again\.$/],
  [
    'server/server.cjs',
    alter,
    /^server.cjs of studio-remote has changed since it was built\. Build the app again\.$/,
  ],
  ['server/server.cjs', rm, /^server.cjs of studio-remote is missing\. Build the app again\.$/],
  ['browser/Page1.js', alter, /^Page1.js of studio-remote has changed since it was built\. Build/],
  ['browser/remoteEntry.js', rm, /^remoteEntry.js of studio-remote is missing\. Build/],
])('a build whose %s is altered or missing is refused: %#', async (name, spoil, problem) => {
  await spoil(join(directory, name));
  await expect(readArtifact(directory)).rejects.toThrow(problem);
});
