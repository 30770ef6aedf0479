import styles from './ProjectSkeleton.module.css';

/** What stands in for a project while it loads. */
export function ProjectSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true" data-testid="skeleton">
      <div className={styles.line} />
      <div className={`${styles.line} ${styles.title}`} />
      <div className={`${styles.line} ${styles.text}`} />
      <div className={styles.picture} />
      <div className={styles.columns}>
        <div className={styles.panel} />
        <div className={styles.panel} />
      </div>
    </div>
  );
}

/** What stands in for the text of a project of which the list has told the rest. */
export function DetailsSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true" data-testid="skeleton">
      <div className={`${styles.line} ${styles.title}`} />
      <div className={`${styles.line} ${styles.text}`} />
      <div className={`${styles.line} ${styles.text}`} />
      <div className={styles.line} />
    </div>
  );
}
