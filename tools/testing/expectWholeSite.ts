import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { liveRelease } from '../release/liveRelease';
import { formsOf } from '../store/compress';
import { directoryStore } from '../store/directoryStore';
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
  const release = await liveRelease(directoryStore(directory));
  if (!release) throw new Error('Nothing is live.');
  for (const [file, content] of contentsOf(release)) {
    for (const form of formsOf(file)) {
      const bytes = await readFile(join(directory, 'pages', content + form));
      expect([file, form, hasHash(form, bytes, content)]).toEqual([file, form, true]);
    }
  }
  const content = release.files['release.json'] ?? '';
  const block = JSON.parse(await readFile(join(directory, 'pages', content), 'utf8')) as ReleaseManifest;
  expect(block).toEqual(release.block);
  for (const build of buildsOf(release)) {
    const path = join(directory, 'artifacts', build, 'artifact.json');
    const { files } = JSON.parse(await readFile(path, 'utf8')) as Artifact;
    for (const file of Object.keys(files)) await readFile(join(directory, 'assets', build, file));
  }
  return release;
}
