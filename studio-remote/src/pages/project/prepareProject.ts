import type { Project } from '../../api/Project';
import type { NextProject } from './nextProject';
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
  return { ...project, longDescription: sanitiseHtml(project.longDescription, openWindow) };
}
