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
 * A button for all projects and one for each category (§2). A choice changes the address and replaces the history entry,
 * without scrolling. Before hydration, each button is a link to the category's own page.
 */
export function CategoryFilter({ categories, selected }: CategoryFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  const isHydrated = useIsHydrated();
  // On a phone the chosen button may be outside the visible part of the row.
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
            // Choosing the chosen category again would navigate, and so scroll to the top.
            onClick={(event) => isChosen && event.preventDefault()}
          >
            {category === undefined ? 'All' : labelOf(category)}
          </Link>
        );
      })}
    </div>
  );
}

/** Lets Space press a link that has the role of a button: browsers do this only for real buttons. */
function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** The label of a category's button: the category's name, unless the button for all projects has the same name. */
function labelOf(category: string): string {
  return /^all$/i.test(category) ? `Category “${category}”` : category;
}
