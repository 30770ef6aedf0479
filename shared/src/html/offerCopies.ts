import { copyUrl, pictureName, PICTURE_WIDTHS, type FileOwner } from '../api/pictureCopy';
import type { SafeHtml } from './sanitiseHtml';

const WIDTHS = PICTURE_WIDTHS.filter((width) => width >= 480);

/**
 * Matches a wide picture in HTML that `shapeHtml` has shaped. Does not match a cropped thumbnail, because copies show the
 * whole picture.
 */
const WIDE =
  /(<figure[^>]*>(?:<a [^>]*>)?)(<img [^>]*?src="[^"?]*\/files\/\w+\/(\w+)\/([^"/?]+)(?:\?thumb=\w+f)?"[^>]*>)/g;

/**
 * Offers AVIF copies of the wide pictures in a record's HTML (§3). Only pictures that belong to the same record have copies.
 * The `src` of each image remains the backend's file, for browsers without AVIF support.
 *
 * @param files the names of the record's files. The page's source must list them (see `PageSource.pictures`)
 * @param sizes the width at which the page shows a wide picture, in the syntax of the `sizes` attribute
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
