import { COPIES, pictureOf } from './pictures/pictureKeys';
import type { Store, StoredFile } from '../store/Store';
import { buildsOf, picturesOf, type Release } from './Release';

/** The files of all builds and of all pictures in a store, by part. */
export async function walkParts(store: Store): Promise<Map<string, StoredFile[]>> {
  const parts = new Map<string, StoredFile[]>();
  for (const folder of ['artifacts/', 'assets/', 'pictures/']) {
    for (const file of await store.walk(folder)) {
      const part = partOf(file.key);
      const files = parts.get(part) ?? [];
      files.push(file);
      parts.set(part, files);
    }
  }
  return parts;
}

/** The parts that a release is made of; of its pictures some may not be there yet. */
export function partsOf(release: Release): Set<string> {
  return new Set([...buildsOf(release), ...[...picturesOf(release)].map(picturePart)]);
}

/** The part that a picture is; that of a build is `<app>/<version>`. */
export function picturePart(name: string): string {
  return `pictures/${name}`;
}

/** Whether a part is a picture. */
export function isPicture(part: string): boolean {
  return part.startsWith('pictures/');
}

function partOf(key: string): string {
  return key.startsWith(COPIES) || isPicture(key)
    ? picturePart(pictureOf(key))
    : key.split('/').slice(1, 3).join('/');
}
