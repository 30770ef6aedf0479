import { offerCopies } from '@site/shared/html/offerCopies';
import { sanitiseHtml, type SafeHtml } from '@site/shared/html/sanitiseHtml';
import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';

/** The width of a wide picture in ProjectDetails.module.css, in the syntax of an image's `sizes`. */
const SIZES = '(min-width: 64rem) 70vw, 100vw';

/** A project as its page shows it. */
export interface ShownProject extends Project {
  longDescription: SafeHtml;
  /** The next project, if the page embeds it. If not, the list may still contain the next project. */
  next?: NextProject | undefined;
}

/**
 * Sanitises the text of a project, and offers copies of its pictures.
 *
 * @param openWindow opens a window with a DOM, which sanitising needs outside browsers
 * @throws Error if the window has no DOM
 */
export function prepareProject(project: Project, openWindow: () => unknown): ShownProject {
  const safe = sanitiseHtml(project.longDescription, openWindow);
  const files = [project.coverImage, ...project.images];
  return { ...project, longDescription: offerCopies(safe, project, files, SIZES) };
}
