import { Section } from '@site/shared/ui/Section';
import styles from './Statistics.module.css';

const statistics = [
  ['50+', 'projects completed'],
  ['99%', 'client satisfaction'],
  ['24/7', 'support'],
] as const;

/** The three figures of §9, each drawn as what it counts: fifty dots, a ring but for a hundredth, twenty-four hours. */
export function Statistics() {
  return (
    <Section id="statistics" title="The studio in figures" className={styles.statistics}>
      <ul className={styles.tiles}>
        {statistics.map(([figure, meaning]) => (
          <li className={styles.tile} key={figure}>
            <Drawing of={figure} />
            <span>
              <strong className={styles.figure}>{figure}</strong> {meaning}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Drawing({ of: figure }: { of: (typeof statistics)[number][0] }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 100 100" aria-hidden="true">
      {figure === '50+' && <path className={styles.dots} d="M5 10h91M5 30h91M5 50h91M5 70h91M5 90h91" />}
      {figure === '99%' && <circle className={styles.ring} cx="50" cy="50" r="42" pathLength="100" />}
      {figure === '24/7' && (
        <>
          <circle className={styles.hours} cx="50" cy="50" r="44" pathLength="24" />
          <path className={styles.disc} d="M50 50V22a28 28 0 1 1-28 28z" />
        </>
      )}
    </svg>
  );
}
