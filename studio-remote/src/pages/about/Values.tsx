import { Link } from '@site/shared/router';
import { Section } from '@site/shared/ui/Section';
import styles from './Values.module.css';

const values = [
  [
    'Innovation',
    'We try new tools on our own work first. Yours gets the ones that have proved themselves.',
    'M32 20a12 12 0 1 1 0 24 12 12 0 0 1 0-24z',
    'M32 2v12M32 50v12M2 32h12M50 32h12M10.8 10.8l8.5 8.5M44.7 44.7l8.5 8.5M53.2 10.8l-8.5 8.5M19.3 44.7l-8.5 8.5',
  ],
  [
    'Quality',
    'We test on real devices with real content, and fix what we find before you find it.',
    'M2 32A30 30 0 0 1 32 2v60A30 30 0 0 1 2 32z',
    'M32 2a30 30 0 1 1 0 60 30 30 0 0 1 0-60zM20 33l9 9 17-19',
  ],
  [
    'Collaboration',
    'You talk to the people who do the work, and you see it as it grows, not only at the end.',
    'M22 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
    'M42 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
  ],
  [
    'Transparency',
    <>
      Clear prices, honest dates and plain words. If something goes wrong, you hear it from us. Our{' '}
      <Link to="/privacy">privacy notice</Link> says what we keep, and for how long.
    </>,
    'M4 4h36v36H4z',
    'M24 24h36v36H24z',
  ],
] as const;

/** The studio's four values (§2). */
export function Values() {
  return (
    <Section id="values" title="Our values" className={styles.values}>
      <ul className={styles.list}>
        {values.map(([name, description, shape, line]) => (
          <li className={styles.value} key={name}>
            <svg className={styles.drawing} viewBox="0 0 64 64" aria-hidden="true">
              <path className={styles.shape} d={shape} />
              <path className={styles.line} d={line} />
            </svg>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.description}>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
