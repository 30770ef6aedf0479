import styles from './Values.module.css';
import { valueDrawings } from './valueDrawings';

const values = [
  [
    'Innovation',
    'We try new tools on our own work first. Once they have proved themselves, they are yours to use.',
  ],
  ['Quality', 'We test on real devices with real content, and repair what we find before you have to.'],
  [
    'Collaboration',
    'You talk to the people who do the work, and you see it as it grows, not only at the end.',
  ],
  [
    'Transparency',
    'Clear prices, honest dates and plain words. If something goes wrong, you hear it from us.',
  ],
] as const;

/** The studio's four values (§2). */
export function Values() {
  return (
    <section className={styles.values} aria-labelledby="values">
      <h2 className={styles.heading} id="values">
        Our values
      </h2>
      <ul className={styles.list}>
        {values.map(([name, description], index) => (
          <li className={styles.value} key={name}>
            <svg className={styles.drawing} viewBox="0 0 64 64" aria-hidden="true">
              <path className={styles.shape} d={valueDrawings[index]?.shape} />
              <path className={styles.line} d={valueDrawings[index]?.line} />
            </svg>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.description}>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
