import { beforeEach, describe, expect, test } from '@jest/globals';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../build/Artifact';
import { readArtifact } from './readArtifact';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';

let directory: string;
let built: Artifact;

beforeEach(async () => {
  directory = await temporaryDirectory();
  built = await writeRemoteBuild(directory, { name: 'studio', mount: '/', pages: { '/': `return 'Home'` } });
});

test('a whole build is read with the contents of all its files', async () => {
  const { artifact, server, files } = await readArtifact(directory);
  expect(artifact).toEqual(built);
  expect(server).toContain('exports.routes');
  expect([...files.keys()]).toEqual(Object.keys(built.files));
  expect(files.get('remoteEntry.js')?.toString()).toBe('console.log("studio")');
});

describe('a build is refused, and the error says what to do,', () => {
  test('if it is not there', async () => {
    await rm(join(directory, 'artifact.json'));
    await expect(readArtifact(directory)).rejects.toThrow(
      `There is no build in ${directory}. Build the app first`,
    );
  });

  test('if its description is not whole', async () => {
    await writeFile(join(directory, 'artifact.json'), '{"app":');
    await expect(readArtifact(directory)).rejects.toThrow(
      `artifact.json in ${directory} is not what a build writes. Build the app again.`,
    );
  });

  test.each([
    ['server.cjs', 'server/server.cjs'],
    ['Page1.js', 'browser/Page1.js'],
    ['studio.Page1.css', 'browser/studio.Page1.css'],
  ])('if %s was altered', async (name, path) => {
    await appendFile(join(directory, path), ' ');
    await expect(readArtifact(directory)).rejects.toThrow(
      `${name} of studio-remote is not the file that was built. Build the app again.`,
    );
  });

  test.each([
    ['server.cjs', 'server/server.cjs'],
    ['remoteEntry.js', 'browser/remoteEntry.js'],
  ])('if %s is missing', async (name, path) => {
    await rm(join(directory, path));
    await expect(readArtifact(directory)).rejects.toThrow(
      `${name} of studio-remote is missing. Build the app again.`,
    );
  });
});
