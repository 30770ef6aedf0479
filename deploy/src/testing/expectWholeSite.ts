import { expect } from '@jest/globals';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReleaseBlock } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { formsOf } from '../build/compress';
import { hasContent } from '../build/isUnaltered';
import { buildsOf, contentsOf } from '../release/Release';
import type { Release } from '../release/Release';

/**
 * Expects of a directory store that what visitors get is one release: every file of it is what its manifest says, and
 * every file of its builds is there.
 *
 * @returns the live release
 */
export async function expectWholeSite(directory: string): Promise<Release> {
  const id = basename(await readlink(join(directory, 'live')));
  const release = JSON.parse(await readFile(join(directory, 'releases', `${id}.json`), 'utf8')) as Release;
  expect(release.id).toBe(id);
  for (const [file, content] of contentsOf(release)) {
    for (const form of formsOf(file)) {
      const bytes = await readFile(join(directory, 'live', file + form));
      expect([file, form, hasContent(form, bytes, content)]).toEqual([file, form, true]);
    }
  }
  const block = JSON.parse(await readFile(join(directory, 'live/release.json'), 'utf8')) as ReleaseBlock;
  expect(block).toEqual(release.block);
  for (const build of buildsOf(release)) {
    const path = join(directory, 'artifacts', build, 'artifact.json');
    const { files } = JSON.parse(await readFile(path, 'utf8')) as Artifact;
    for (const file of Object.keys(files)) await readFile(join(directory, 'assets', build, file));
  }
  return release;
}
