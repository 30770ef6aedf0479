import styles from './StatusBadge.module.css';

/** A project's status. 'Completed' is green, and every other status is yellow. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={status === 'Completed' ? `${styles.badge} ${styles.completed}` : styles.badge}>
      {status}
    </span>
  );
}
