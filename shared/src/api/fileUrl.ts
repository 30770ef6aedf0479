import { site } from '../site';
import type { FileOwner, PictureWidth } from './pictureCopy';

/**
 * Returns the backend's name for a thumbnail size, e.g. `480x320`. The backend's migrations must list every size, because
 * the backend responds with the original picture if it does not know a size.
 *
 * @param uncropped whether the thumbnail shows the whole picture, fitted into a 3:2 box. By default, it is cropped to 3:2
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
