import { form, list, one } from '@site/shared/api/calls';

// The calls of the studio's pages (§7). `remote.config.ts` declares them.

/** The name of the projects collection. The collection's address contains the name. */
export const PROJECTS = 'projects';

/** The maximum number of projects in one page of the list. */
export const PAGE_SIZE = 500;

/** All projects, oldest first. */
export const projectList = list(PROJECTS, { perPage: PAGE_SIZE, sort: 'created', skipTotal: 1 });

export const projectById = one(PROJECTS, 'id');

export const contactForm = form('form_submits');
