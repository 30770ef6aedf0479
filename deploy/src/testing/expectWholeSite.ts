import { expect } from '@jest/globals';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Artifact } from '../build/Artifact';
import type { Release } from '../release/Release';

/**
 * Expects of a directory store that what visitors get is one release: every page names it, and every file of its
 * builds is there.
 *
 * @returns the live release
 */
export async function expectWholeSite(directory: string): Promise<Release> {
  const id = basename(await readlink(join(directory, 'live')));
  const release = JSON.parse(await readFile(join(directory, 'live/release.json'), 'utf8')) as Release;
  expect(release.id).toBe(id);
  for (const file of Object.keys(release.pages)) {
    const page = await readFile(join(directory, 'live', file), 'utf8');
    expect(JSON.parse(/id="release">([^<]*)/.exec(page)?.[1] ?? '')).toEqual(release.block);
    for (const form of ['br', 'gz']) await readFile(join(directory, 'live', `${file}.${form}`));
  }
  for (const file of release.files) await readFile(join(directory, 'live', file));
  for (const [app, version] of Object.entries(release.apps)) {
    const path = join(directory, 'artifacts', app, version, 'artifact.json');
    const { files } = JSON.parse(await readFile(path, 'utf8')) as Artifact;
    for (const file of Object.keys(files)) await readFile(join(directory, 'assets', app, version, file));
  }
  return release;
}
