import { useEffect, useRef } from 'react';
import styles from './CategoryFilter.module.css';

interface CategoryFilterProps {
  categories: string[];
  /** Undefined for all. */
  selected: string | undefined;
  onSelect: (category: string | undefined) => void;
}

/** One button for all projects and one for each category (§2). */
export function CategoryFilter({ categories, selected, onSelect }: CategoryFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone the chosen button may be outside the visible part of the row.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (row.current && chosen) {
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [selected, categories.length]);

  return (
    <div ref={row} className={styles.filter} role="group" aria-label="Filter by category">
      {[undefined, ...categories].map((category) => (
        <button
          className={styles.category}
          type="button"
          key={category ?? ''}
          aria-pressed={category === selected}
          onClick={() => onSelect(category)}
        >
          {category === undefined ? 'All' : labelOf(category)}
        </button>
      ))}
    </div>
  );
}

/** The bare name, unless it could be taken for the button of all projects. */
function labelOf(category: string): string {
  return /^all$/i.test(category) ? `Category “${category}”` : category;
}
