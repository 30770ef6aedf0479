import { site } from '../site';
import type { FileOwner, PictureWidth } from './pictureCopy';

/**
 * Returns the backend's name for a thumbnail size, e.g. `480x320`. Migrations have to list every size, because the backend
 * sends the original picture if it does not know a size.
 *
 * @param uncropped fits the whole picture into 3:2 instead of cropping the picture to 3:2
 */
export function thumbSize(width: PictureWidth, uncropped = false): string {
  return `${width}x${(width * 2) / 3}${uncropped ? 'f' : ''}`;
}

/** Returns the URL of a thumbnail of a record's picture (§7). */
export function fileUrl(
  owner: FileOwner,
  fileName: string,
  width: PictureWidth,
  uncropped?: boolean,
): string {
  const path = [owner.collection, owner.id, fileName].map(encodeURIComponent).join('/');
  return `${site.apiBase}/files/${path}?thumb=${thumbSize(width, uncropped)}`;
}
