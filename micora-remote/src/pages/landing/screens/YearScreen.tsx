import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

/** The number of dates that the couple had in each month. */
const months = [2, 3, 4, 1, 3, 5, 2, 4, 3, 2, 1, 4];
const colours = ['rose', 'honey', 'accent', 'peach'];

export function YearScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Thirty-four dates" title="Your year" tab={1}>
      {months.map((dates, month) => (
        <g transform={`translate(${28 + 63 * (month % 4)} ${116 + 100 * Math.floor(month / 4)})`} key={month}>
          <rect className={styles.surface} width="55" height="90" rx="16" />
          {Array.from({ length: dates }, (_, date) => (
            <circle
              className={styles[colours[(month + date) % 4] ?? '']}
              cx={19 + 18 * (date % 2)}
              cy={20 + 17 * Math.floor(date / 2)}
              r="6.5"
              key={date}
            />
          ))}
          {write('note', 27.5, 79, 'JFMAMJJASOND'[month] ?? '', 'middle')}
        </g>
      ))}
      <rect className={styles.soft} x="24" y="424" width="252" height="100" rx="22" />
      {write('note', 44, 456, 'Your best month')}
      {write('title', 44, 490, 'June')}
      {write('note', 44, 511, 'Five dates, three of them outside')}
    </Phone>
  );
}
