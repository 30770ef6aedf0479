import grid from './ProjectGrid.module.css';
import styles from './SkeletonGrid.module.css';

const CARDS = [1, 2, 3, 4, 5, 6];

/** What stands in for the cards while they load: six skeletons (§2). */
export function SkeletonGrid() {
  return (
    <div className={grid.grid} aria-hidden="true">
      {CARDS.map((card) => (
        <div className={styles.card} data-testid="skeleton" key={card}>
          <div className={styles.cover} />
          <div className={styles.body}>
            <div className={styles.line} />
            <div className={`${styles.line} ${styles.title}`} />
            <div className={`${styles.line} ${styles.wide}`} />
            <div className={`${styles.line} ${styles.wide}`} />
            <div className={styles.line} />
          </div>
        </div>
      ))}
    </div>
  );
}
