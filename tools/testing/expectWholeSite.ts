import { expect } from '@jest/globals';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ReleaseManifest } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { formsOf } from '../store/compress';
import { hasHash } from '../store/hasIntegrity';
import { buildsOf, contentsOf, type Release } from '../release/Release';

/**
 * Expects of a directory store that what visitors get is one release: every file of it is what its manifest says, and
 * every file of its builds is there.
 *
 * @returns the live release
 */
export async function expectWholeSite(directory: string): Promise<Release> {
  // Read once: another release may become live meanwhile.
  const tree = resolve(directory, await readlink(join(directory, 'live')));
  const id = basename(tree);
  const release = JSON.parse(await readFile(join(directory, 'releases', `${id}.json`), 'utf8')) as Release;
  expect(release.id).toBe(id);
  for (const [file, content] of contentsOf(release)) {
    for (const form of formsOf(file)) {
      const bytes = await readFile(join(tree, file + form));
      expect([file, form, hasHash(form, bytes, content)]).toEqual([file, form, true]);
    }
  }
  const block = JSON.parse(await readFile(join(tree, 'release.json'), 'utf8')) as ReleaseManifest;
  expect(block).toEqual(release.block);
  for (const build of buildsOf(release)) {
    const path = join(directory, 'artifacts', build, 'artifact.json');
    const { files } = JSON.parse(await readFile(path, 'utf8')) as Artifact;
    for (const file of Object.keys(files)) await readFile(join(directory, 'assets', build, file));
  }
  return release;
}
