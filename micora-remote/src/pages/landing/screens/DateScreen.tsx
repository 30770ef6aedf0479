import { Phone, write, type ScreenProps } from './Phone';
import { Picture } from './Picture';
import styles from './screens.module.css';

export function DateScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="14 February" title="The sea" tab={0}>
      <Picture of="sea" x={24} y={112} width={252} height={210} round={22} />
      <circle className={styles.rose} cx="44" cy="350" r="12" />
      {write('text', 64, 355, 'Maya: the chips were warm')}
      <circle className={styles.peach} cx="44" cy="386" r="12" />
      {write('text', 64, 391, 'Tom: the sea was not')}
      <rect className={styles.surface} x="24" y="416" width="252" height="108" rx="22" />
      {write('note', 44, 444, 'Where')}
      {write('strong', 44, 464, 'The long beach')}
      {write('note', 170, 444, 'Weather')}
      {write('strong', 170, 464, 'Four degrees')}
      <path className={styles.thread} d="M44 480h212" />
      {write('text', 44, 506, 'Go again in August')}
    </Phone>
  );
}
