import { site } from '../site';
import type { FileOwner, PictureWidth } from './pictureCopy';

/**
 * The backend's name for a smaller size of a picture, e.g. `480x320`. Migrations have to list every size, because the
 * backend responds to an unknown size with the original picture.
 *
 * @param uncropped shrinks the whole picture to fit into 3:2, instead of cropping it to 3:2
 */
export function thumbSize(width: PictureWidth, uncropped = false): string {
  return `${width}x${(width * 2) / 3}${uncropped ? 'f' : ''}`;
}

/** The URL of a record's picture (§7), in the size that `thumbSize` names. */
export function fileUrl(
  owner: FileOwner,
  fileName: string,
  width: PictureWidth,
  uncropped?: boolean,
): string {
  const path = [owner.collection, owner.id, fileName].map(encodeURIComponent).join('/');
  return `${site.apiBase}/files/${path}?thumb=${thumbSize(width, uncropped)}`;
}
