import { Phone, type ScreenProps } from './Phone';
import { Picture } from './Picture';
import styles from './screens.module.css';

export function AlbumScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Both of you" title="Our album" tab={3}>
      <Picture of="hills" x={22} y={112} width={124} height={170} round={20} />
      <Picture of="cake" x={154} y={112} width={124} height={118} round={20} />
      <Picture of="sea" x={154} y={238} width={124} height={158} round={20} />
      <Picture of="coffee" x={22} y={290} width={124} height={122} round={20} />
      <Picture of="lights" x={22} y={420} width={124} height={160} round={20} />
      <Picture of="window" x={154} y={404} width={124} height={170} round={20} />
      <circle className={styles.accent} cx="248" cy="512" r="26" />
      <path className={styles.tick} d="M248 502v20M238 512h20" />
    </Phone>
  );
}
