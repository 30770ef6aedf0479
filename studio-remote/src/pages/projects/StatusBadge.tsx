import styles from './StatusBadge.module.css';

/** The status of a project. 'Completed' is green, and every other status is yellow (§3). */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={status === 'Completed' ? `${styles.badge} ${styles.completed}` : styles.badge}>
      {status}
    </span>
  );
}
