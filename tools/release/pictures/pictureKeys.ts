import { copyUrl, isPictureName, PICTURE_WIDTHS, type PictureWidth } from '@site/shared/api/pictureCopy';
import type { Store } from '../../store/Store';

/** The copies of one picture, by their width. */
export type Copies<Content> = Record<PictureWidth, Content>;

/** What came of a picture: all of its copies are there, or none can be made. */
type Outcome = 'made' | 'refused';

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

/**
 * Where it stands what came of a picture, as one flat name, so that one listing tells of all. Of one that was made it
 * has the hash of each copy, SHA-256, hex; of one that was refused the reason.
 */
export function outcomeKey(name: string, outcome: Outcome): string {
  return `pictures/${outcome}/${name.replaceAll('/', '~')}`;
}

/** The picture that a key below `pictures/` or `assets/pictures/` belongs to. */
export function pictureOf(key: string): string {
  if (key.startsWith(COPIES)) return key.slice(COPIES.length, key.lastIndexOf('/'));
  return key.slice(key.lastIndexOf('/') + 1).replaceAll('~', '/');
}

/** The names of the pictures of which all copies are there, or of those that none can be made of. */
export async function listPictures(store: Store, outcome: Outcome): Promise<Set<string>> {
  const names = await store.list(`pictures/${outcome}/`);
  return new Set(names.map(pictureOf).filter(isPictureName));
}
