import type { CardProject } from './toCard';

interface Session {
  /** The list of all projects, as it was last shown. */
  list?: CardProject[] | undefined;
  /** The projects that were embedded in the page of a category. */
  categoryCards?: CardProject[];
  /** The selected work that was embedded in the home page. */
  selectedWork?: CardProject[];
  /** The category that the list was last filtered by. */
  listCategory?: string | undefined;
  /** The id of the project that was opened last. */
  openedProject?: string;
  /** The picture that was shown when the visitor followed a link to a project, and the project's id. */
  carriedPicture?: { id: string; picture: HTMLPictureElement } | null | undefined;
  /** The id of the project whose "Back to projects" link the visitor has just followed. */
  returnedFrom?: string | undefined;
}

const state: Session = {};

/** What the visitor has seen and done since this tab was loaded. */
export const session: Readonly<Session> = state;

export function updateSession(changes: Session): void {
  Object.assign(state, changes);
}

/** Keeps the picture that an element shows, so that the project's page can begin with it. */
export function carryPicture(id: string, frame: Element | null): void {
  const picture = frame?.querySelector<HTMLPictureElement>('[data-shown] picture, :scope > picture');
  state.carriedPicture = picture && { id, picture };
}

/** Returns the carried picture if it is the picture of this project. Any carried picture is dropped. */
export function takeCarriedPicture(id: string): HTMLPictureElement | undefined {
  const carried = state.carriedPicture;
  state.carriedPicture = undefined;
  return carried?.id === id ? carried.picture : undefined;
}
