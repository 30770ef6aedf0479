import { copyUrl, PICTURE_COPIES, type PictureCopy } from '@site/shared/api/pictureCopy';
import { sha256 } from '../build/sha256';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeBuild';

/** The copies of one picture. A copy that would be too large is absent, and visitors get the original instead. */
export type Copies<Content> = Partial<Record<PictureCopy, Content>>;

/** The content of a picture's marker once its copies exist: the SHA-256 of each copy, in hex. */
export interface PictureMarker {
  hashes: Copies<string>;
}

/** The folder of the markers. A marker says that a picture has copies, or why it was refused. */
export const MARKERS = 'pictures/';

/** The folder of the copies. A copy's key is also the path of its URL, without the leading slash. */
export const COPIES = 'assets/pictures/';

export function copyKey(name: string, copy: PictureCopy): string {
  return copyUrl(name, copy).slice(1);
}

/** Returns all copies that a picture may have, each with its key. */
export function copyKeys(name: string): [copy: PictureCopy, key: string][] {
  return PICTURE_COPIES.map((copy) => [copy, copyKey(name, copy)]);
}

const REFUSAL = '.refused';

/**
 * Returns the key of a picture's `PictureMarker`, which says that all its copies exist. All markers are in one folder, so a
 * single listing finds all finished pictures.
 */
export function markerKey(name: string): string {
  return `${MARKERS}${name.replaceAll('/', '~')}.json`;
}

/** Returns the key of the marker that says why a picture was refused. */
export function refusalKey(name: string): string {
  return `${MARKERS}${name.replaceAll('/', '~')}${REFUSAL}`;
}

export function isRefusal(key: string): boolean {
  return key.endsWith(REFUSAL);
}

/** Returns whether a key belongs to a picture's copy or marker. */
export function isOfPicture(key: string): boolean {
  return key.startsWith(COPIES) || key.startsWith(MARKERS);
}

/** Returns the name of the picture that a copy or a marker belongs to. @param key the key of the copy or marker */
export function pictureFromKey(key: string): string {
  if (key.startsWith(COPIES)) return key.slice(COPIES.length, key.lastIndexOf('/'));
  const [name = ''] = key.slice(MARKERS.length).split(/\.(?:json|refused)$/);
  return name.replaceAll('~', '/');
}

/**
 * Lists the marker of each picture that has one, and the copies that the marker names. Each file has a function that checks
 * its content. For a copy, the function compares the content with the hash in the marker.
 */
export async function pictureFiles(store: Store, names: Iterable<string>): Promise<CheckedFile[]> {
  const files: CheckedFile[] = [];
  await forEachParallel(names, async (name) => {
    const marker = await store.read(markerKey(name));
    if (!marker) return;
    const hashes = parseHashes(marker);
    files.push({ key: markerKey(name), isUnaltered: (content) => parseHashes(content) !== undefined });
    if (!hashes) return;
    for (const [copy, key] of copyKeys(name))
      if (hashes[copy] !== undefined)
        files.push({ key, isUnaltered: (content) => sha256(content) === hashes[copy] });
  });
  return files;
}

/** Returns the hashes in a marker; undefined if the marker is invalid. */
export function parseHashes(marker: Buffer): Copies<string> | undefined {
  try {
    return (JSON.parse(marker.toString()) as Partial<PictureMarker>).hashes;
  } catch {
    return undefined;
  }
}
