import { Link } from '@site/shared/router';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { categoryAddress } from './categoryAddress';
import styles from './CategoryFilter.module.css';

interface CategoryFilterProps {
  categories: string[];
  /** Undefined while all projects are shown. */
  selected: string | undefined;
}

/**
 * A button for all projects, and a button for each category (§2). Choosing a category changes the URL, but adds no history
 * entry and does not scroll. Before hydration, each button is a link to its category's page.
 */
export function CategoryFilter({ categories, selected }: CategoryFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  const isHydrated = useIsHydrated();
  // Scrolls the row to the chosen button, which may be out of view on phones.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (row.current && chosen) {
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [selected, categories.length, isHydrated]);

  return (
    <div ref={row} className={styles.filter} role="group" aria-label="Filter by category">
      {[undefined, ...categories].map((category) => {
        const isChosen = category === selected;
        return (
          <Link
            className={isChosen ? `${styles.category} ${styles.chosen}` : styles.category}
            key={category ?? ''}
            to={categoryAddress(category)}
            replace
            viewTransition={false}
            draggable={false}
            {...(isHydrated
              ? { role: 'button', 'aria-pressed': isChosen, onKeyDown: pressBySpace }
              : isChosen && { 'aria-current': true })}
            // A click on the chosen category must do nothing. Following its link would scroll to the top.
            onClick={(event) => isChosen && event.preventDefault()}
          >
            {category === undefined ? 'All' : getLabel(category)}
          </Link>
        );
      })}
    </div>
  );
}

/** By default, the Space key clicks a `<button>`, but not a link with the role of a button. */
function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** A category named "All" gets a longer label, to distinguish its button from the one for all projects. */
function getLabel(category: string): string {
  return /^all$/i.test(category) ? `Category “${category}”` : category;
}
