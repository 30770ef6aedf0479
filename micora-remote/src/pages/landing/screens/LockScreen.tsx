import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

/** The last row of the number pad contains only the 0, in the middle. */
const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

export function LockScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Only the two of you" title="Locked" tab={2}>
      <circle className={styles.soft} cx="150" cy="178" r="56" />
      <path className={styles.mark} d="M128 172h44v34h-44zM136 172v-12a14 14 0 0 1 28 0v12M150 184v10" />
      <circle className={styles.accent} cx="114" cy="264" r="7" />
      <circle className={styles.accent} cx="138" cy="264" r="7" />
      <path
        className={styles.line}
        d="M162 257a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM186 257a7 7 0 1 1 0 14 7 7 0 0 1 0-14z"
      />
      {keys.map((key, index) => (
        <g
          transform={`translate(${78 + 72 * (key === 0 ? 1 : index % 3)} ${318 + 58 * Math.floor(index / 3)})`}
          key={key}
        >
          <circle className={styles.surface} r="25" />
          {write('strong', 0, 5, String(key), 'middle')}
        </g>
      ))}
    </Phone>
  );
}
