import { Phone, write, type ScreenProps } from './Phone';
import { Picture } from './Picture';
import styles from './screens.module.css';

export function TimelineScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Maya and Tom" title="Our story" tab={0}>
      <path className={styles.thread} d="M36 118v440" />
      <circle className={styles.accent} cx="36" cy="124" r="6" />
      {write('note', 54, 128, '14 February')}
      <rect className={styles.surface} x="54" y="138" width="220" height="196" rx="20" />
      <Picture of="sea" x={62} y={146} width={204} height={124} round={14} />
      {write('strong', 68, 295, 'First trip to the sea')}
      {write('note', 68, 316, 'Cold feet, warm chips')}
      <circle className={styles.honey} cx="36" cy="360" r="6" />
      {write('note', 54, 364, '2 March')}
      <rect className={styles.surface} x="54" y="374" width="220" height="76" rx="20" />
      <Picture of="coffee" x={62} y={382} width={60} height={60} round={14} />
      {write('strong', 134, 408, 'Coffee and rain')}
      {write('note', 134, 428, 'Two hours, one cake')}
      <circle className={styles.rose} cx="36" cy="476" r="6" />
      {write('note', 54, 480, '8 March')}
      <rect className={styles.surface} x="54" y="490" width="220" height="76" rx="20" />
      <Picture of="lights" x={62} y={498} width={60} height={60} round={14} />
      {write('strong', 134, 524, 'The concert')}
    </Phone>
  );
}
