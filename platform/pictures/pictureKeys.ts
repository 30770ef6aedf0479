import { copyUrl, PICTURE_COPIES, type PictureCopy } from '@site/shared/api/pictureCopy';
import { sha256 } from '../build/sha256';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeBuild';

/** The copies of one picture. A copy that would be too large is left out, and visitors get the original instead. */
export type Copies<Content> = Partial<Record<PictureCopy, Content>>;

/** The content of the marker of a picture whose copies exist: the SHA-256 of each copy, in hex. */
export interface PictureMarker {
  hashes: Copies<string>;
}

/** The folder of the markers, which say which pictures have copies and which were refused. */
export const MARKERS = 'pictures/';

/** The folder of the copies. A copy's URL has the same path as its key in the store. */
export const COPIES = 'assets/pictures/';

export function copyKey(name: string, copy: PictureCopy): string {
  return copyUrl(name, copy).slice(1);
}

/** The keys of all copies that a picture may have. */
export function copyKeys(name: string): [copy: PictureCopy, key: string][] {
  return PICTURE_COPIES.map((copy) => [copy, copyKey(name, copy)]);
}

/** The suffix of the key of a refusal. */
const REFUSAL = '.refused';

/**
 * The key of a picture's `PictureMarker`, which says that all copies exist. All markers are in one folder, so that
 * listing it finds all finished pictures.
 */
export function markerKey(name: string): string {
  return `${MARKERS}${name.replaceAll('/', '~')}.json`;
}

/** The key of the marker that says why a picture was refused. */
export function refusalKey(name: string): string {
  return `${MARKERS}${name.replaceAll('/', '~')}${REFUSAL}`;
}

export function isRefusal(key: string): boolean {
  return key.endsWith(REFUSAL);
}

/** Whether a key belongs to a copy or a marker of a picture. */
export function isOfPicture(key: string): boolean {
  return key.startsWith(COPIES) || key.startsWith(MARKERS);
}

/** Returns the name of the picture that a key below `pictures/` or `assets/pictures/` belongs to. */
export function pictureFromKey(key: string): string {
  if (key.startsWith(COPIES)) return key.slice(COPIES.length, key.lastIndexOf('/'));
  const [name = ''] = key.slice(MARKERS.length).split(/\.(?:json|refused)$/);
  return name.replaceAll('~', '/');
}

/**
 * Lists the files of the pictures that have copies: each marker, and the copies, which are checked against the marker's
 * hashes.
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
