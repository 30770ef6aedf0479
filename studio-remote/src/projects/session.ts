import type { CardProject } from './toCard';

interface Session {
  /** The list as it was last shown. */
  shown?: CardProject[] | undefined;
  /** The projects that were embedded in the page of a category. */
  part?: CardProject[];
  /** The selected work that was embedded in the home page. */
  selected?: CardProject[];
  /** The category that the list was last filtered by. */
  category?: string | undefined;
  /** The id of the project that was opened last. */
  opened?: string;
  /** The picture that was shown when the visitor followed a link to a project, and the project's id. */
  carried?: { id: string; picture: HTMLPictureElement } | null | undefined;
  /** The id of the project whose "Back to projects" link the visitor has just followed. */
  returning?: string | undefined;
}

/** Data from earlier in this visit. When the visitor returns to a page, the page shows its data at once. */
export const session: Session = {};

/** Keeps the picture that an element shows, so that the project's page can begin with it. */
export function carryPicture(id: string, frame: Element | null): void {
  const picture = frame?.querySelector<HTMLPictureElement>('[data-shown] picture, :scope > picture');
  session.carried = picture && { id, picture };
}
