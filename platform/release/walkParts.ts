import type { Store, StoredFile } from '../store/Store';
import { COPIES, pictureOf } from '../pictures/pictureKeys';
import { dataKey, releaseKey } from './readRelease';
import { buildsOf, contentsOf, dataOf, picturesOf, type Release } from './Release';

/** Lists the files in some folders of a store, grouped by the part that they belong to. */
export async function walkParts(store: Store, folders: string[]): Promise<Map<string, StoredFile[]>> {
  const parts = new Map<string, StoredFile[]>();
  for (const folder of folders) {
    for (const file of await store.walk(folder)) {
      const part = partOf(file.key);
      const files = parts.get(part) ?? [];
      files.push(file);
      parts.set(part, files);
    }
  }
  return parts;
}

/** The parts that a release names: its own manifest, contents, data, builds and pictures. */
export function partsOf(release: Release): Set<string> {
  const parts = new Set([releaseKey(release.id)]);
  for (const [, content] of contentsOf(release)) parts.add(`pages/${content}`);
  for (const hash of dataOf(release)) parts.add(dataKey(hash));
  for (const build of buildsOf(release)) parts.add(build);
  for (const name of picturesOf(release)) parts.add(picturePart(name));
  return parts;
}

function picturePart(name: string): string {
  return `pictures/${name}`;
}

/**
 * The name of the part that a key belongs to: `pictures/<name>`, `<app>/<version>` of a build, `pages/<hash>`, or the
 * key itself.
 */
export function partOf(key: string): string {
  if (key.startsWith(COPIES) || key.startsWith('pictures/')) return picturePart(pictureOf(key));
  if (/^(?:artifacts|assets)\//.test(key)) return key.split('/').slice(1, 3).join('/');
  return key.startsWith('pages/') ? key.replace(/\.(?:br|gz)$/, '') : key;
}

/** Whether a file marks a release, a build or the copies of a picture as complete. */
export function marksComplete(key: string): boolean {
  return /^(?:releases|pictures)\//.test(key) || key.endsWith('/artifact.json');
}
