import { Section } from '@site/shared/ui/Section';
import styles from './Timeline.module.css';

const milestones = [
  {
    year: '2023',
    name: 'Company founded',
    description: 'The studio opens in London, with planning, design and build at one table.',
    shape: 'M22 12h20a22 22 0 0 1 0 44H22z',
    line: 'M22 94V6',
  },
  {
    year: '2023',
    name: 'First 10 projects',
    description: 'Ten launches within the year, from a single page to a complete mobile app.',
    shape:
      'M4 76h18v18H4zM28 76h18v18H28zM52 76h18v18H52zM76 76h18v18H76zM16 52h18v18H16zM40 52h18v18H40zM64 52h18v18H64zM28 28h18v18H28zM52 28h18v18H52z',
    line: 'M41.5 5.5h15v15h-15z',
  },
  {
    year: '2024',
    name: 'Team expansion',
    description: 'More designers and engineers join, so that each project has its own team.',
    shape: 'M24 94a24 24 0 0 1 48 0zM48 40a13 13 0 1 1 0 26 13 13 0 0 1 0-26z',
    line: 'M2 94a20 20 0 0 1 22-20M94 94a20 20 0 0 0-22-20M20 46a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM76 46a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
  },
  {
    year: '2025',
    name: 'International clients',
    description: 'The first clients from outside the United Kingdom come on board.',
    shape: 'M48 8a40 40 0 0 1 40 40H48z',
    line: 'M48 8a40 40 0 1 1 0 80 40 40 0 0 1 0-80zM48 8c-26 22-26 58 0 80c26-22 26-58 0-80M8 48h80M48 8v80',
  },
];

/** The studio's milestones, which form a staircase in a wide window. */
export function Timeline() {
  return (
    <Section id="timeline" title="The years so far" className={styles.timeline}>
      <ol role="list" className={styles.steps}>
        {milestones.map(({ year, name, description, shape, line }) => (
          <li className={styles.step} key={name}>
            <div className={styles.words}>
              <time dateTime={year}>{year}</time>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.description}>{description}</p>
            </div>
            <div className={styles.block}>
              <svg className={styles.drawing} viewBox="0 0 96 96" aria-hidden="true">
                <path className={styles.shape} d={shape} />
                <path className={styles.line} d={line} />
              </svg>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
