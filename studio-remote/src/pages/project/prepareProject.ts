import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';
import { offerCopies } from './offerCopies';
import { sanitiseHtml, type SafeHtml } from './sanitiseHtml';

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
  return { ...project, longDescription: offerCopies(safe, project) };
}
