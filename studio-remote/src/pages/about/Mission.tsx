import { Section } from '@site/shared/ui/Section';
import styles from './Mission.module.css';

const figures = [
  ['50+', 'projects'],
  ['25+', 'clients'],
  ['2', 'years'],
] as const;

/** What the studio is for, and the three figures of §9. */
export function Mission() {
  return (
    <Section id="mission" title="Our mission" className={styles.mission}>
      <p className={styles.statement}>
        To make digital work that is clear to use, quick to load and worth what it cost, for every client we
        take on.
      </p>
      <ul className={styles.figures}>
        {figures.map(([figure, meaning]) => (
          <li className={styles.tile} key={meaning}>
            <strong className={styles.figure}>{figure}</strong> {meaning}
          </li>
        ))}
      </ul>
    </Section>
  );
}
