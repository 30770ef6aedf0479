import styles from './ProjectSkeleton.module.css';

/** What stands in for a project while it loads. */
export function ProjectSkeleton() {
  return (
    <div aria-hidden="true" data-testid="skeleton">
      <div className={styles.head}>
        <div className={`${styles.line} ${styles.title}`} />
        <div className={styles.line} />
        <div className={`${styles.line} ${styles.text}`} />
      </div>
      <div className={styles.picture} />
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
