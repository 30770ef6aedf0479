import { useEffect, useRef } from 'react';
import type { CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';

/**
 * After a click on "Back to projects", scrolls to the card of the project and focuses it. Any other navigation to the list,
 * including Back, starts at the top (§2).
 *
 * @param shown the projects in the order of their cards; undefined while the list is loading
 * @returns a ref for the list element
 */
export function useReturnToCard(shown: CardProject[] | undefined) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!shown) return;
    const card = list.current?.children[shown.findIndex(({ id }) => id === session.returnedFrom)];
    endReturn();
    // If the visitor has scrolled while the list was loading, the scroll position does not change.
    if (!card || scrollY > 0) return;
    card.scrollIntoView({ block: 'center' });
    card.querySelector('a')?.focus({ preventScroll: true });
  }, [shown]);
  // If the visitor leaves before the list has loaded, the scroll to the card is cancelled.
  useEffect(() => endReturn, []);
  return list;
}

function endReturn(): void {
  updateSession({ returnedFrom: undefined });
}
