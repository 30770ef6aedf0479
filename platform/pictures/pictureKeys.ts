import { copyUrl, isPictureName, PICTURE_COPIES, type PictureCopy } from '@site/shared/api/pictureCopy';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeArtifact';

/** The copies of one picture, without those that would be too large. Instead of these, visitors get the original. */
export type Copies<Content> = Partial<Record<PictureCopy, Content>>;

/** The result for a picture: the SHA-256 of each copy, in hex, or why no copies can be made. */
export type PictureMarker = { hashes: Copies<string> } | { refused: string };

/** The folder of the markers. */
export const MARKERS = 'pictures/';

/** The reason to refuse an animated picture: its copies would not be animated. */
export const ANIMATED = 'it is animated';

/** Whether a marker is a refusal that may be temporary. */
export function isRefusal(marker: Buffer): boolean {
  const parsed = JSON.parse(marker.toString()) as PictureMarker;
  return 'refused' in parsed && parsed.refused !== ANIMATED;
}

/** The folder of the copies. A copy's URL has the same path as its key in the store. */
export const COPIES = 'assets/pictures/';

/** The key of a copy. */
export function copyKey(name: string, copy: PictureCopy): string {
  return copyUrl(name, copy).slice(1);
}

/** The keys of all copies that a picture may have. */
export function copyKeys(name: string): [copy: PictureCopy, key: string][] {
  return PICTURE_COPIES.map((copy) => [copy, copyKey(name, copy)]);
}

/**
 * The key of a picture's `PictureMarker`. All markers are in one folder, so that one listing finds all finished
 * pictures.
 */
export function markerKey(name: string): string {
  return `${MARKERS}${name.replaceAll('/', '~')}.json`;
}

/** Whether a key belongs to a marker. */
export function isMarker(key: string): boolean {
  return key.startsWith(MARKERS);
}

/** The picture that a key below `pictures/` or `assets/pictures/` belongs to. */
export function pictureOf(key: string): string {
  if (key.startsWith(COPIES)) return key.slice(COPIES.length, key.lastIndexOf('/'));
  return key.slice(key.lastIndexOf('/') + 1, -'.json'.length).replaceAll('~', '/');
}

/** The names of the pictures that have a marker. */
export async function listPictures(store: Store): Promise<Set<string>> {
  const names = await store.list(MARKERS);
  return new Set(names.map(pictureOf).filter(isPictureName));
}

/** The copies of a picture, checked against its marker; none if the picture was refused. */
export function copyFiles(name: string, content: Buffer): CheckedFile[] {
  const marker = parseMarker(content);
  if (!marker || !('hashes' in marker)) return [];
  const { hashes } = marker;
  const made = copyKeys(name).filter(([copy]) => hashes[copy] !== undefined);
  return made.map(([copy, key]) => ({ key, isUnaltered: (content) => sha256(content) === hashes[copy] }));
}

/** Parses a marker; undefined if it is invalid. */
export function parseMarker(content: Buffer): PictureMarker | undefined {
  try {
    const marker = JSON.parse(content.toString()) as Partial<Record<'hashes' | 'refused', unknown>>;
    return marker.hashes || marker.refused ? (marker as PictureMarker) : undefined;
  } catch {
    return undefined;
  }
}
