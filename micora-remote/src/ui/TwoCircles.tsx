import styles from './TwoCircles.module.css';

/** A large drawing of the app's mark, two overlapping circles. With `apart`, the circles do not touch. */
export function TwoCircles({ apart = false }: { apart?: boolean }) {
  return (
    <svg
      className={apart ? `${styles.circles} ${styles.apart}` : styles.circles}
      viewBox="0 0 640 430"
      aria-hidden="true"
    >
      <circle className={styles.one} cx="220" cy="215" r="215" />
      <circle className={styles.other} cx="420" cy="215" r="215" />
      <path className={styles.both} d="M320 24.7a215 215 0 0 1 0 380.6 215 215 0 0 1 0-380.6z" />
    </svg>
  );
}
