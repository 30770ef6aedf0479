import styles from './NotFoundArtwork.module.css';

export function NotFoundArtwork() {
  return (
    <svg className={styles.artwork} viewBox="0 0 440 200" width="440" height="200" aria-hidden="true">
      <path d="M85 32 20 132h90M85 32v150M395 32l-65 100h90M395 32v150" />
      <path className={styles.ring} d="M232 181a70 70 0 1 1 56-51" />
      <path className={styles.piece} d="M266 181a70 70 0 0 0 41-6" />
      <path className={styles.ground} d="M0 196h440" />
    </svg>
  );
}
