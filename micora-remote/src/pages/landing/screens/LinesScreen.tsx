import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

const lines = [
  { y: 118, mine: false, text: ['Rain again. I kept you', 'half of the umbrella.'], time: 'Leeds, 22:41' },
  { y: 218, mine: true, text: ['It is warm here. I would', 'swap at once.'], time: 'Lisbon, 23:02' },
  { y: 318, mine: false, text: ['Nine days. I have put the', 'kettle on for you.'], time: 'Leeds, 22:17' },
  { y: 418, mine: true, text: ['Good night, kettle.', 'Good night, you.'], time: 'Lisbon, 22:20' },
];

/** A journal to which each partner adds one line every evening. */
export function LinesScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="A line a day" title="Good night" tab={2}>
      {lines.map(({ y, mine, text: [first = '', second = ''], time }) => (
        <g transform={`translate(${mine ? 68 : 24} ${y})`} key={y}>
          <rect className={mine ? styles.soft : styles.surface} width="208" height="86" rx="22" />
          {write('text', 20, 29, first)}
          {write('text', 20, 49, second)}
          <circle className={mine ? styles.peach : styles.rose} cx="26" cy="67" r="6" />
          {write('note', 40, 71, time)}
        </g>
      ))}
    </Phone>
  );
}
