import { copyUrl, isPictureName, PICTURE_WIDTHS, type PictureWidth } from '@site/shared/api/pictureCopy';
import type { Store } from '../../store/Store';

/** The copies of one picture, by their width. */
export type Copies<Content> = Record<PictureWidth, Content>;

/** What came of a picture: all of its copies are there, with the SHA-256 of each, hex; or none can be made. */
export type PictureMarker = { hashes: Copies<string> } | { refused: string };

/** Below it stand the copies, as browsers ask for them. */
export const COPIES = 'assets/pictures/';

/** Where the copy of a picture stands. */
export function copyKey(name: string, width: PictureWidth): string {
  return copyUrl(name, width).slice(1);
}

/** The keys of all copies of a picture, by width. */
export function copyKeys(name: string): [width: PictureWidth, key: string][] {
  return PICTURE_WIDTHS.map((width) => [width, copyKey(name, width)]);
}

/** Where a `PictureMarker` stands: under one flat name, so that one listing tells what remains to be made. */
export function markerKey(name: string): string {
  return `pictures/${name.replaceAll('/', '~')}.json`;
}

/** The picture that a key below `pictures/` or `assets/pictures/` belongs to. */
export function pictureOf(key: string): string {
  if (key.startsWith(COPIES)) return key.slice(COPIES.length, key.lastIndexOf('/'));
  return key.slice(key.lastIndexOf('/') + 1, -'.json'.length).replaceAll('~', '/');
}

/** The names of the pictures of which nothing remains to be made. */
export async function listPictures(store: Store): Promise<Set<string>> {
  const names = await store.list('pictures/');
  return new Set(names.map(pictureOf).filter(isPictureName));
}
