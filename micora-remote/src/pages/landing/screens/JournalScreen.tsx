import { Phone, write, type ScreenProps } from './Phone';
import { Picture } from './Picture';
import styles from './screens.module.css';

const lines = [
  'We stayed in, burned the',
  'pancakes and laughed until',
  'the neighbours knocked. I',
  'want to keep the sound of it.',
];

const moods = ['M-6 5q6-6 12 0', 'M-6 4h12', 'M-6 2q6 8 12 0', 'M-7 1q7 12 14 0z'];

export function JournalScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Sunday, 9 March" title="A rainy day" tab={2}>
      <Picture of="window" x={24} y={112} width={252} height={150} round={22} />
      {lines.map((line, index) => write('text', 28, 296 + 25 * index, line))}
      {write('note', 28, 414, 'How was it?')}
      {moods.map((mouth, index) => (
        <g transform={`translate(${50 + 54 * index} 448)`} key={mouth}>
          <circle className={index === 2 ? styles.honey : styles.sunken} r="21" />
          <path className={index === 2 ? styles.face : styles.line} d={`M-6-6v3M6-6v3${mouth}`} />
        </g>
      ))}
      <rect className={styles.soft} x="24" y="490" width="172" height="36" rx="18" />
      <path className={styles.mark} d="M40 506h12v9H40zM42 506v-3a4 4 0 0 1 8 0v3" />
      {write('note', 64, 512, 'Only the two of you')}
    </Phone>
  );
}
