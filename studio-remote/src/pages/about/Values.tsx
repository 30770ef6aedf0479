import { Link } from '@site/shared/router';
import { Section } from '@site/shared/ui/Section';
import styles from './Values.module.css';

const values = [
  {
    name: 'Innovation',
    description: 'We try new tools on our own work first. Yours gets the ones that have proved themselves.',
    shape: 'M32 20a12 12 0 1 1 0 24 12 12 0 0 1 0-24z',
    line: 'M32 2v12M32 50v12M2 32h12M50 32h12M10.8 10.8l8.5 8.5M44.7 44.7l8.5 8.5M53.2 10.8l-8.5 8.5M19.3 44.7l-8.5 8.5',
  },
  {
    name: 'Quality',
    description: 'We test on real devices with real content, and fix what we find before you find it.',
    shape: 'M2 32A30 30 0 0 1 32 2v60A30 30 0 0 1 2 32z',
    line: 'M32 2a30 30 0 1 1 0 60 30 30 0 0 1 0-60zM20 33l9 9 17-19',
  },
  {
    name: 'Collaboration',
    description: 'You see the work as it grows, in short rounds, while changing your mind is still cheap.',
    shape: 'M22 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
    line: 'M42 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
  },
  {
    name: 'Transparency',
    description: (
      <>
        Clear prices, honest dates and plain words. If something goes wrong, you hear it from us. Our{' '}
        <Link to="/privacy">privacy notice</Link> says what we keep, and for how long.
      </>
    ),
    shape: 'M4 4h36v36H4z',
    line: 'M24 24h36v36H24z',
  },
];

export function Values() {
  return (
    <Section id="values" title="Our values" className={styles.values}>
      <ul role="list" className={styles.list}>
        {values.map(({ name, description, shape, line }) => (
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
