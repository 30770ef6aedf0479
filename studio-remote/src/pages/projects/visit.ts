import type { CardProject } from './toCard';

interface Visit {
  /** The list, as it was shown last. */
  shown?: CardProject[] | undefined;
  /** The selected work, as the home page came with it. */
  selected?: CardProject[];
  /** What it was filtered by. */
  category?: string | undefined;
  /** The id of the project that was opened from it. */
  opened?: string;
  /** The id of the project that the list is being returned to from, by the project's own link. */
  returning?: string | undefined;
}

/** What this visit has seen of the list: it is there at once when the visitor comes back. */
export const visit: Visit = {};
