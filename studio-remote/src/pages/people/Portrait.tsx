import type { Person } from './Person';
import styles from './Portrait.module.css';

/** A drawn portrait. It is hidden from screen readers, because the person's name is beside it. */
export function Portrait({ person }: { person: Person }) {
  const { ground, clothes, skin, hairColour, hair, front, extra } = person;
  return (
    <svg className={`${styles.portrait} ${styles[`on-${ground}`]}`} viewBox="0 0 200 220" aria-hidden="true">
      <path d={hair} fill={hairColour} />
      <path className={styles[clothes]} d="M8 220c0-46 30-64 74-68h36c44 4 74 22 74 68z" />
      <path d="M82 120h36v36a18 18 0 0 1-36 0z" fill={skin} />
      <path className={styles.shade} d="M82 140h36v8a40 40 0 0 1-36-2z" />
      <path d="M54 98a46 46 0 0 1 92 0v14a46 46 0 0 1-92 0z" fill={skin} />
      <path d={front} fill={hairColour} />
      <path className={styles.face} d="M78 110h.1M122 110h.1M100 112l-4 14h8M90 138q10 7 20 0" />
      {extra && <path className={styles.extra} d={extra} />}
    </svg>
  );
}
