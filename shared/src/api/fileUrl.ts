import { site } from '../site';
import type { PictureWidth } from './pictureCopy';

/** The part of a record that its files' addresses are made of. */
export interface FileOwner {
  id: string;
  /** The collection's name or id. */
  collection: string;
}

/**
 * The size, width x height in pixels, in which the backend gives a picture besides its original. The backend answers a
 * size that it does not know with the original, so its migrations name each of them.
 *
 * @param whole fits the picture into 3:2, instead of cropping it
 */
export function thumbSize(width: PictureWidth, whole = false): string {
  return `${width}x${(width * 2) / 3}${whole ? 'f' : ''}`;
}

/** The address of a file of a record (§7): the original, or a smaller copy of a picture in a size of `thumbSize`. */
export function fileUrl({ collection, id }: FileOwner, fileName: string, thumb?: string): string {
  const path = [collection, id, fileName].map(encodeURIComponent).join('/');
  return `${site.apiBase}/files/${path}${thumb ? `?thumb=${thumb}` : ''}`;
}
