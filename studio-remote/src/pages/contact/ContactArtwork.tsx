import drawing from '../drawing.module.css';
import styles from './ContactArtwork.module.css';

/** A conversation, drawn: what is asked and what is answered. */
export function ContactArtwork() {
  return (
    <svg className={styles.art} viewBox="0 0 476 324" aria-hidden="true">
      <circle className={drawing.warm} cx="356" cy="136" r="120" />
      <path className={drawing.accent} d="M0 324V184a140 140 0 0 1 140 140z" />
      <path className={drawing.page} d="M66 40h256v152H132l-38 40v-40H66z" />
      <path className={styles.dots} d="M104 84h1m24 0h1m24 0h1" />
      <path className={styles.line} d="M104 122h176M104 150h120" />
      <path className={drawing.ink} d="M236 176h224v112h-28v36l-36-36H236z" />
      <path className={styles.reply} d="M272 216h150M272 246h96" />
    </svg>
  );
}
