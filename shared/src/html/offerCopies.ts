import { copyUrl, pictureName, PICTURE_WIDTHS, type FileOwner } from '../api/pictureCopy';
import type { SafeHtml } from './sanitiseHtml';

const WIDTHS = PICTURE_WIDTHS.filter((width) => width >= 480);

/** Matches the HTML of a wide picture as `shapeHtml` writes it. Does not match cropped sizes, which have no copies. */
const WIDE =
  /(<figure[^>]*>(?:<a [^>]*>)?)(<img [^>]*?src="[^"?]*\/files\/\w+\/(\w+)\/([^"/?]+)(?:\?thumb=\w+f)?"[^>]*>)/g;

/**
 * Offers copies of the wide pictures in a text to browsers that support AVIF, if the pictures belong to the record that
 * contains the text (§3). The `src` of an image remains the backend's file.
 *
 * @param files the names of the record's own files, which its source must list in `pictures`
 * @param sizes how wide a wide picture is shown, as in the `sizes` of an image
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
