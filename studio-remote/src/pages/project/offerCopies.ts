import { copyUrl, pictureName } from '@site/shared/api/pictureCopy';
import type { Project } from '../../api/Project';
import type { SafeHtml } from './sanitiseHtml';

/** The copies that a wide picture of a text is offered in, and how wide it is shown (ProjectDetails.module.css). */
const WIDTHS = [480, 720, 960, 1440, 2160] as const;
const SIZES = '(min-width: 64rem) 70vw, 100vw';

/** A wide picture, as `shapeHtml` leaves it, by its record and file. A cropped size is a picture of its own. */
const WIDE =
  /(<figure[^>]*>(?:<a [^>]*>)?)(<img [^>]*?src="[^"?]*\/files\/\w+\/(\w+)\/([^"/?]+)(?:\?thumb=\w+f)?"[^>]*>)/g;

/**
 * Offers browsers that can the copies that are made of a project's own pictures, where its text shows them wide. The
 * picture's own `src` stays the file.
 */
export function offerCopies(html: SafeHtml, project: Project): SafeHtml {
  const own = [project.coverImage, ...project.images];
  return html.replace(WIDE, (all, before: string, picture: string, id: string, fileName: string) => {
    const name = id === project.id && own.includes(fileName) && pictureName(project, fileName);
    if (!name) return all;
    const copies = WIDTHS.map((width) => `${copyUrl(name, width)} ${width}w`).join(', ');
    return `${before}<picture><source type="image/avif" sizes="${SIZES}" srcset="${copies}">${picture}</picture>`;
  }) as SafeHtml;
}
