import styles from './ContactFigures.module.css';

const figures = [
  ['50+', 'projects'],
  ['100%', 'satisfaction is our aim'],
  ['24h', 'response to every message'],
] as const;

/** The three figures of the contact page (§9). */
export function ContactFigures() {
  return (
    <section className={styles.figures} aria-label="What you can count on">
      <ul className={styles.list}>
        {figures.map(([figure, meaning]) => (
          <li className={styles.item} key={figure}>
            <strong className={styles.figure}>{figure}</strong> {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}
