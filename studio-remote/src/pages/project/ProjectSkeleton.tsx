import styles from './ProjectSkeleton.module.css';

/** Shown while a project loads. */
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

/** Shown while the text of a project loads, if the list already knows the rest. */
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
