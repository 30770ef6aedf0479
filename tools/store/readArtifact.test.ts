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

test('a whole build is read with the contents of all its files', async () => {
  expect(await readArtifact(directory)).toEqual(tinyStudio());
});

const WHOLE = 'is not the file that was built';

test.each([
  ['if it is not there', 'artifact.json', rm, 'There is no build in /'],
  [
    'if its description is not whole',
    'artifact.json',
    (path) => writeFile(path, '{"app":'),
    'is not what a build writes',
  ],
  [
    'if its server bundle was altered',
    'server/server.cjs',
    (path) => appendFile(path, ' '),
    `server.cjs of studio-remote ${WHOLE}`,
  ],
  [
    'if a file was altered',
    'browser/Page1.js',
    (path) => appendFile(path, ' '),
    `Page1.js of studio-remote ${WHOLE}`,
  ],
  ['if its server bundle is missing', 'server/server.cjs', rm, 'server.cjs of studio-remote is missing'],
  ['if a file is missing', 'browser/remoteEntry.js', rm, 'remoteEntry.js of studio-remote is missing'],
] as [string, string, (path: string) => Promise<void>, string][])(
  'a build is refused %s, and the error says what to do',
  async (_when, name, spoil, problem) => {
    await spoil(join(directory, name));
    const reading = readArtifact(directory);
    await expect(reading).rejects.toThrow(problem);
    await expect(reading).rejects.toThrow(/\. Build the app (?:first: npm run build -w <app>|again)\.$/);
  },
);
