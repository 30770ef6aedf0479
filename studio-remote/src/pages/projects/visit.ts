import type { CardProject } from './toCard';

/** What this visit has seen of the list: it is there at once when the visitor comes back. */
export const visit: { shown?: CardProject[] | undefined; category?: string | undefined } = {};
