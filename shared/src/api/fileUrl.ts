import { site } from '../site';

/** The sizes, width x height in pixels, in which the backend gives a picture besides its original. */
export const THUMB_SIZES = ['192x128', '480x320', '720x480', '960x640', '1440x960'] as const;

export type ThumbSize = (typeof THUMB_SIZES)[number];

/** The part of a record that its files' addresses are made of. */
interface FileOwner {
  id: string;
  /** The collection's name or id. */
  collection: string;
}

/**
 * The address of a file of a record (§7): the original, or a smaller copy of a picture.
 *
 * The backend answers a size that it does not know with the original, hence the closed list.
 */
export function fileUrl({ collection, id }: FileOwner, fileName: string, thumb?: ThumbSize): string {
  const path = [collection, id, fileName].map(encode).join('/');
  return `${site.apiBase}/files/${path}${thumb ? `?thumb=${thumb}` : ''}`;
}

/** Half of a surrogate pair, which JSON may contain, would make encodeURIComponent throw. */
function encode(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
