import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';
import { offerCopies } from './offerCopies';
import { sanitiseHtml, type SafeHtml } from './sanitiseHtml';

/** A project as its page shows it. */
export interface ShownProject extends Project {
  longDescription: SafeHtml;
  /** The next project, if it is embedded in the page. Otherwise, the list may know it. */
  next?: NextProject | undefined;
}

/**
 * Sanitises the text of a project, and offers copies of its pictures.
 *
 * @param openWindow opens a window whose DOM is used to sanitise outside browsers
 * @throws Error if the window has no DOM
 */
export function prepareProject(project: Project, openWindow: () => unknown): ShownProject {
  const safe = sanitiseHtml(project.longDescription, openWindow);
  return { ...project, longDescription: offerCopies(safe, project) };
}
