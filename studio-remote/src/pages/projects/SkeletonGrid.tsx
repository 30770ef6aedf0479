import grid from './ProjectGrid.module.css';
import { layOutCards } from './layOutCards';
import styles from './SkeletonGrid.module.css';

/** Six skeletons in the layout of the cards, shown while the list is loading (§4). */
export function SkeletonGrid() {
  return (
    <div className={grid.grid} aria-hidden="true">
      {layOutCards(Array<boolean>(6).fill(true)).map(({ side }, index) => (
        <div className={grid[side]} data-testid="skeleton" key={index}>
          <div className={side === 'both' ? `${styles.cover} ${styles.wide}` : styles.cover} />
          <div className={styles.body}>
            <div className={`${styles.line} ${styles.title}`} />
            <div className={styles.line} />
            <div className={styles.line} />
          </div>
        </div>
      ))}
    </div>
  );
}
