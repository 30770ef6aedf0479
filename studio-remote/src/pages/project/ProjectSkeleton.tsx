import styles from './ProjectSkeleton.module.css';

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

/** A placeholder for a project's text while the text is loading. The page already shows the rest of the project. */
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
