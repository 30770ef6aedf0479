import { Phone, type ScreenProps } from './Phone';
import { Picture } from './Picture';
import styles from './screens.module.css';

/** The memories of two people, by date. */
export function TimelineScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Maya and Tom" title="Our story" tab={0}>
      <path className={styles.thread} d="M36 118v440" />
      <circle className={styles.accent} cx="36" cy="124" r="6" />
      <text className={styles.note} x="54" y="128">
        14 February
      </text>
      <rect className={styles.surface} x="54" y="138" width="220" height="196" rx="20" />
      <Picture of="sea" x={62} y={146} width={204} height={124} round={14} />
      <text className={styles.strong} x="68" y="295">
        First trip to the sea
      </text>
      <text className={styles.note} x="68" y="316">
        Cold feet, warm chips
      </text>
      <circle className={styles.honey} cx="36" cy="360" r="6" />
      <text className={styles.note} x="54" y="364">
        2 March
      </text>
      <rect className={styles.surface} x="54" y="374" width="220" height="76" rx="20" />
      <Picture of="coffee" x={62} y={382} width={60} height={60} round={14} />
      <text className={styles.strong} x="134" y="408">
        Coffee and rain
      </text>
      <text className={styles.note} x="134" y="428">
        Two hours, one cake
      </text>
      <circle className={styles.rose} cx="36" cy="476" r="6" />
      <text className={styles.note} x="54" y="480">
        8 March
      </text>
      <rect className={styles.surface} x="54" y="490" width="220" height="76" rx="20" />
      <Picture of="lights" x={62} y={498} width={60} height={60} round={14} />
      <text className={styles.strong} x="134" y="524">
        The concert
      </text>
    </Phone>
  );
}
