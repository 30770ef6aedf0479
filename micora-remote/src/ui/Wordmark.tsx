import { micora } from '@site/shared/site';
import styles from './Wordmark.module.css';

export function Wordmark() {
  return (
    <span className={styles.wordmark} translate="no">
      <svg className={styles.mark} viewBox="0 0 34 24" aria-hidden="true">
        <circle className={styles.one} cx="12" cy="12" r="11" />
        <circle className={styles.other} cx="22" cy="12" r="11" />
        <path className={styles.both} d="M17 2.2a11 11 0 0 1 0 19.6 11 11 0 0 1 0-19.6z" />
      </svg>
      {micora.name}
    </span>
  );
}
