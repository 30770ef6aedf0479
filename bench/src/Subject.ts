import type { Edge } from './startEdge';

/** The pages that are measured on every subject that has them. */
export const PAGES = ['home', 'projects', 'a project', 'contact', 'MiCora landing'] as const;

export type PageName = (typeof PAGES)[number] | 'about';

export type SubjectName = 'our site' | 'monolith' | 'without scripts' | 'Next.js zones';

/** One of the sites that are measured side by side. */
export interface Subject {
  name: SubjectName;
  edge: Edge;
  /** The pages that it has, by path. */
  paths: Partial<Record<PageName, string>>;
}
