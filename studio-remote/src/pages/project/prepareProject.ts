import { offerCopies } from '@site/shared/html/offerCopies';
import { sanitiseHtml, type SafeHtml } from '@site/shared/html/sanitiseHtml';
import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';

/** The width that `ProjectDetails.module.css` gives a wide picture, in the syntax of the `sizes` attribute. */
const SIZES = '(min-width: 64rem) 70vw, 100vw';

export interface ShownProject extends Project {
  longDescription: SafeHtml;
  /** The next project in the list. Set only on a project that the page embeds, and only if there is another project. */
  next?: NextProject | undefined;
}

/**
 * Sanitises a project's text, and offers browsers AVIF copies of the wide pictures that the text shows.
 *
 * @param openWindow opens a window with a DOM, which the sanitiser needs outside browsers
 * @throws Error if the window has no usable DOM
 */
export function prepareProject(project: Project, openWindow: () => unknown): ShownProject {
  const safe = sanitiseHtml(project.longDescription, openWindow);
  const files = [project.coverImage, ...project.images];
  return { ...project, longDescription: offerCopies(safe, project, files, SIZES) };
}
