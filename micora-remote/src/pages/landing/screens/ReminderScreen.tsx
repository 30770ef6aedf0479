import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

const weekdays = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];
const days = Array.from({ length: 31 }, (_, index) => index + 1);
const anniversary = 21;

/** A calendar month with the couple's special days, and a reminder. The month begins on a Saturday. */
export function ReminderScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="2025" title="March" tab={1}>
      {weekdays.map((day, index) => write('note', 42 + 36 * index, 128, day, 'middle'))}
      <circle className={styles.accent} cx="186" cy="249.5" r="16" />
      <path
        className={styles.rose}
        d="M222 194.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM258 226.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"
      />
      {days.map((day) => (
        <text
          className={`${styles.text} ${styles.middle} ${day === anniversary ? styles.inverse : ''}`}
          x={42 + 36 * ((day + 4) % 7)}
          y={158 + 32 * Math.floor((day + 4) / 7)}
          key={day}
        >
          {day}
        </text>
      ))}
      <rect className={styles.soft} x="24" y="352" width="252" height="96" rx="22" />
      <circle className={styles.accent} cx="62" cy="400" r="22" />
      <path className={styles.tick} d="M62 389a7 7 0 0 1 7 7v5l3 5H52l3-5v-5a7 7 0 0 1 7-7zM60 410h4" />
      {write('note', 98, 384, 'In three days')}
      {write('strong', 98, 405, 'Anniversary')}
      {write('note', 98, 426, 'Friday, 21 March')}
      <rect className={styles.surface} x="24" y="460" width="252" height="64" rx="22" />
      <circle className={styles.leaf} cx="62" cy="492" r="14" />
      <path className={styles.tick} d="M56 492l4 5 8-9" />
      {write('text', 98, 497, 'Order the flowers')}
    </Phone>
  );
}
