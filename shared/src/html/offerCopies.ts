import { copyUrl, pictureName, PICTURE_WIDTHS, type FileOwner } from '../api/pictureCopy';
import type { SafeHtml } from './sanitiseHtml';

const WIDTHS = PICTURE_WIDTHS.filter((width) => width >= 480);

/**
 * Matches a wide picture in the HTML of `shapeHtml`. Does not match a cropped size, because copies show the whole picture.
 */
const WIDE =
  /(<figure[^>]*>(?:<a [^>]*>)?)(<img [^>]*?src="[^"?]*\/files\/\w+\/(\w+)\/([^"/?]+)(?:\?thumb=\w+f)?"[^>]*>)/g;

/**
 * Offers AVIF copies of the wide pictures in a text (§3). Only pictures of the record that contains the text have copies.
 * The `src` of an image remains the backend's file, for browsers without AVIF.
 *
 * @param files the names of the record's files. The record's source must list them in `pictures`
 * @param sizes the width of a wide picture on the page, as in the attribute `sizes`
 */
export function offerCopies(
  html: SafeHtml,
  owner: FileOwner,
  files: readonly string[],
  sizes: string,
): SafeHtml {
  return html.replace(WIDE, (match, before: string, picture: string, id: string, fileName: string) => {
    const name = id === owner.id && files.includes(fileName) && pictureName(owner, fileName);
    if (!name) return match;
    const copies = WIDTHS.map((width) => `${copyUrl(name, width)} ${width}w`).join(', ');
    return `${before}<picture><source type="image/avif" sizes="${sizes}" srcset="${copies}">${picture}</picture>`;
  }) as SafeHtml;
}
