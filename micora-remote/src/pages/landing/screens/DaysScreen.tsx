import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

const days = [
  { name: 'Anniversary', date: 'Friday, 21 March', left: '3', unit: 'days', colour: 'rose' },
  { name: 'Hanna’s birthday', date: 'Sunday, 13 April', left: '4', unit: 'weeks', colour: 'honey' },
  { name: 'The day we moved in', date: 'Thursday, 1 May', left: '6', unit: 'weeks', colour: 'peach' },
  { name: 'Her parents’ visit', date: 'Saturday, 7 June', left: '3', unit: 'months', colour: 'sky' },
];

export function DaysScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Reminds both of you" title="Coming up" tab={1}>
      {days.map(({ name, date, left, unit, colour }, index) => (
        <g transform={`translate(24 ${114 + 96 * index})`} key={name}>
          <rect className={index === 0 ? styles.soft : styles.surface} width="252" height="84" rx="22" />
          <circle className={styles[colour]} cx="44" cy="42" r="28" />
          <text className={`${styles.initial} ${styles.middle}`} x="44" y="46">
            {left}
          </text>
          <text className={`${styles.unit} ${styles.middle}`} x="44" y="58">
            {unit}
          </text>
          {write('strong', 86, 40, name)}
          {write('note', 86, 60, date)}
        </g>
      ))}
    </Phone>
  );
}
