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
  /** The id of the project that the visitor has just left by its "Back to projects" link. */
  returning?: string | undefined;
}

/** What this visit has already read. A page shows this data at once when the visitor returns to the page. */
export const visit: Visit = {};
