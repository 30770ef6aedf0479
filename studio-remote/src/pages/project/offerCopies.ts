import { copyUrl, pictureName } from '@site/shared/api/pictureCopy';
import type { Project } from '../../api/Project';
import type { SafeHtml } from './sanitiseHtml';

const WIDTHS = [480, 720, 960, 1440, 2160, 2880] as const;
/** The width of a wide picture in ProjectDetails.module.css, in the syntax of an image's `sizes`. */
const SIZES = '(min-width: 64rem) 70vw, 100vw';

/** Matches the HTML of a wide picture as `shapeHtml` writes it. Does not match cropped sizes, which have no copies. */
const WIDE =
  /(<figure[^>]*>(?:<a [^>]*>)?)(<img [^>]*?src="[^"?]*\/files\/\w+\/(\w+)\/([^"/?]+)(?:\?thumb=\w+f)?"[^>]*>)/g;

/**
 * Offers copies of the wide pictures in a text to browsers that support AVIF, if the pictures are the project's own
 * (§3). The `src` of an image remains the backend's file.
 */
export function offerCopies(html: SafeHtml, project: Project): SafeHtml {
  const own = [project.coverImage, ...project.images];
  return html.replace(WIDE, (match, before: string, picture: string, id: string, fileName: string) => {
    const name = id === project.id && own.includes(fileName) && pictureName(project, fileName);
    if (!name) return match;
    const copies = WIDTHS.map((width) => `${copyUrl(name, width)} ${width}w`).join(', ');
    return `${before}<picture><source type="image/avif" sizes="${SIZES}" srcset="${copies}">${picture}</picture>`;
  }) as SafeHtml;
}
