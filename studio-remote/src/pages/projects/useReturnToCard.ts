import { useEffect, useRef } from 'react';
import type { CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';

/**
 * After a click on "Back to projects", scrolls to the project's card and focuses its link. After any other navigation to the
 * list, including the browser's Back, the list stays at the top (§2).
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
    // Keeps the scroll position if the visitor scrolled while the list was loading.
    if (!card || scrollY > 0) return;
    card.scrollIntoView({ block: 'center' });
    card.querySelector('a')?.focus({ preventScroll: true });
  }, [shown]);
  // Cancels the scroll to the card if the visitor leaves before the list has loaded.
  useEffect(() => endReturn, []);
  return list;
}

function endReturn(): void {
  updateSession({ returnedFrom: undefined });
}
