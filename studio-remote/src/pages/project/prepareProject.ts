import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';
import { offerCopies } from './offerCopies';
import { sanitiseHtml, type SafeHtml } from './sanitiseHtml';

/** A project as its page shows it. */
export interface ShownProject extends Project {
  longDescription: SafeHtml;
  /** Of a page that is deployed; in the browser, a list may know it. */
  next?: NextProject | undefined;
}

/**
 * Makes a project safe to show.
 *
 * @param openWindow gives a DOM to sanitise with
 * @throws Error if it gives none
 */
export function prepareProject(project: Project, openWindow: () => unknown): ShownProject {
  const safe = sanitiseHtml(project.longDescription, openWindow);
  return { ...project, longDescription: offerCopies(safe, project) };
}
