import { useEffect, useRef } from 'react';
import type { CardProject } from './toCard';
import { visit } from './visit';

/**
 * Brings a visitor who returns from a project by the project's own link to its card, and the focus with it. Every
 * other move to the list goes to the top, Back among them (§2).
 *
 * @param shown the projects whose cards are in the list, in their order; undefined while it is loading
 * @returns a ref for the list
 */
export function useReturnToCard(shown: CardProject[] | undefined) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!shown) return;
    const card = list.current?.children[shown.findIndex(({ id }) => id === visit.returning)];
    visit.returning = undefined;
    // A visitor who has scrolled while the list was loading stays there.
    if (!card || scrollY > 0) return;
    card.scrollIntoView({ block: 'center' });
    card.querySelector('a')?.focus({ preventScroll: true });
  }, [shown]);
  // Whoever leaves before the list is there does not return to it.
  useEffect(() => () => void (visit.returning = undefined), []);
  return list;
}
