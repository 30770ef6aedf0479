import { useEffect, useRef } from 'react';
import type { CardProject } from '../../projects/toCard';
import { endReturn, session } from '../../projects/session';

/**
 * Scrolls to a project's card and focuses it, after "Back to projects" on the project's page. Any other navigation to
 * the list, including Back, starts at its top (§2).
 *
 * @param shown the projects in the order of their cards; undefined while the list loads
 * @returns a ref for the list element
 */
export function useReturnToCard(shown: CardProject[] | undefined) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!shown) return;
    const card = list.current?.children[shown.findIndex(({ id }) => id === session.returnedFrom)];
    endReturn();
    // Visitors who scrolled while the list was loading stay where they are.
    if (!card || scrollY > 0) return;
    card.scrollIntoView({ block: 'center' });
    card.querySelector('a')?.focus({ preventScroll: true });
  }, [shown]);
  // Leaving the page before the list has loaded cancels the scroll to the card.
  useEffect(() => endReturn, []);
  return list;
}
