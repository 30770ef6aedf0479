import type { CardProject } from './toCard';

interface Session {
  list?: CardProject[] | undefined;
  categoryCards?: CardProject[];
  selectedWork?: CardProject[];
  /** The category that the list was last filtered by, or undefined if all projects were shown. */
  listCategory?: string | undefined;
  openedProject?: string;
  /** The id of the project whose link the visitor has just followed, and the picture to show first on the project's page. */
  carriedPicture?: { id: string; picture: HTMLPictureElement } | null | undefined;
  /** The id of the project whose page the visitor has just left through "Back to projects". */
  returnedFrom?: string | undefined;
}

const state: Session = {};

/** What the visitor has seen and done since the document was loaded. */
export const session: Readonly<Session> = state;

export function updateSession(changes: Session): void {
  Object.assign(state, changes);
}

/** Keeps the picture that `frame` shows, so that the project's page can show it first. */
export function carryPicture(id: string, frame: Element | null): void {
  const picture = frame?.querySelector<HTMLPictureElement>('[data-shown] picture, :scope > picture');
  state.carriedPicture = picture && { id, picture };
}

/** Returns the picture that `carryPicture` kept for the given project, if any. Either way, forgets the kept picture. */
export function takeCarriedPicture(id: string): HTMLPictureElement | undefined {
  const carried = state.carriedPicture;
  state.carriedPicture = undefined;
  return carried?.id === id ? carried.picture : undefined;
}
