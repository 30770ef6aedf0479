import { Section } from '@site/shared/ui/Section';
import styles from './Statistics.module.css';

const statistics = [
  [
    '50+',
    'projects completed',
    <path className={styles.dots} d="M5 10h91M5 30h91M5 50h91M5 70h91M5 90h91" />,
  ],
  ['99%', 'client satisfaction', <circle className={styles.ring} cx="50" cy="50" r="42" pathLength="100" />],
  [
    '24/7',
    'support',
    <>
      <circle className={styles.hours} cx="50" cy="50" r="44" pathLength="24" />
      <path className={styles.disc} d="M50 50V22a28 28 0 1 1-28 28z" />
    </>,
  ],
] as const;

export function Statistics() {
  return (
    <Section id="statistics" title="The studio in figures" className={styles.statistics}>
      <ul role="list" className={styles.tiles}>
        {statistics.map(([figure, meaning, drawing]) => (
          <li className={styles.tile} key={figure}>
            <svg className={styles.drawing} viewBox="0 0 100 100" aria-hidden="true">
              {drawing}
            </svg>
            <span>
              <strong className={styles.figure}>{figure}</strong> {meaning}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
