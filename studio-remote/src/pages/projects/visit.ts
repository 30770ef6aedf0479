import type { CardProject } from './toCard';

interface Visit {
  /** The list as it was last shown. */
  shown?: CardProject[] | undefined;
  /** The selected work that was embedded in the home page. */
  selected?: CardProject[];
  /** The category that the list was last filtered by. */
  category?: string | undefined;
  /** The id of the project that was opened last. */
  opened?: string;
  /** The id of the project whose link "Back to projects" the visitor has just followed. */
  returning?: string | undefined;
}

/** What this visit has already read, so that a page can show it at once when the visitor returns to it. */
export const visit: Visit = {};
