import { site } from '../site';
import type { FileOwner, PictureWidth } from './pictureCopy';

/**
 * The size, width x height in pixels, in which the backend gives a picture besides its original. The backend answers a
 * size that it does not know with the original, so its migrations name each of them.
 *
 * @param whole fits the picture into 3:2, instead of cropping it
 */
export function thumbSize(width: PictureWidth, whole = false): string {
  return `${width}x${(width * 2) / 3}${whole ? 'f' : ''}`;
}

/** The address of a picture of a record (§7), in a size of `thumbSize`. */
export function fileUrl(owner: FileOwner, fileName: string, width: PictureWidth, whole?: boolean): string {
  const path = [owner.collection, owner.id, fileName].map(encodeURIComponent).join('/');
  return `${site.apiBase}/files/${path}?thumb=${thumbSize(width, whole)}`;
}
