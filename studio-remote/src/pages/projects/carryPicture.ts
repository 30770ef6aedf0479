import { visit } from './visit';

/** Keeps the picture that an element shows, so that the project's page can begin with it. */
export function carryPicture(id: string, frame: Element | null): void {
  const picture = frame?.querySelector<HTMLPictureElement>('[data-shown] picture, :scope > picture');
  visit.carried = picture && { id, picture };
}
