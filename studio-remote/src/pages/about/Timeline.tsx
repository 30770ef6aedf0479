import { milestoneDrawings } from './milestoneDrawings';
import styles from './Timeline.module.css';

const milestones = [
  ['2023', 'Company founded', 'The studio opens in London, to plan, design and build at one table.'],
  ['2023', 'First 10 projects', 'Ten launches within the year, from a single page to a complete mobile app.'],
  ['2024', 'Team expansion', 'More designers and engineers join, so that each project has its own team.'],
  ['2025', 'International clients', 'Clients outside the United Kingdom ask for the same way of working.'],
] as const;

/** The studio's years, in their order (§2). Each one is a step higher than the one before. */
export function Timeline() {
  return (
    <section className={styles.timeline} aria-labelledby="timeline">
      <h2 className={styles.heading} id="timeline">
        The years so far
      </h2>
      <ol className={styles.steps}>
        {milestones.map(([year, name, description], index) => (
          <li className={styles.step} key={name}>
            <div className={styles.words}>
              <time className={styles.year} dateTime={year}>
                {year}
              </time>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.description}>{description}</p>
            </div>
            <div className={styles.block}>
              <svg className={styles.drawing} viewBox="0 0 96 96" aria-hidden="true">
                <path className={styles.shape} d={milestoneDrawings[index]?.shape} />
                <path className={styles.line} d={milestoneDrawings[index]?.line} />
              </svg>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
