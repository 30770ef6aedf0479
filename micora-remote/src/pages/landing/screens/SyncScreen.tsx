import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

const items = ['Photographs', 'Journal', 'Reminders'];

export function SyncScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Maya and Tom" title="In sync" tab={0}>
      <circle className={styles.rose} cx="116" cy="196" r="68" />
      <circle className={styles.peach} cx="184" cy="196" r="68" />
      <path className={styles.honey} d="M150 137.1a68 68 0 0 1 0 117.8 68 68 0 0 1 0-117.8z" />
      {write('initial', 92, 207, 'M', 'middle')}
      {write('initial', 208, 207, 'T', 'middle')}
      {write('strong', 150, 300, 'You see the same story', 'middle')}
      {write('note', 150, 321, 'Last change: just now', 'middle')}
      <rect className={styles.surface} x="24" y="344" width="252" height="180" rx="22" />
      <path className={styles.thread} d="M44 404h212M44 464h212" />
      {items.map((item, index) => (
        <g transform={`translate(44 ${374 + 60 * index})`} key={item}>
          {write('text', 0, 5, item)}
          <circle className={styles.leaf} cx="200" r="12" />
          <path className={styles.tick} d="M195 0l4 4 6-7" />
        </g>
      ))}
    </Phone>
  );
}
