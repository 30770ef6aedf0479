import { Phone, write, type ScreenProps } from './Phone';
import styles from './screens.module.css';

export function PairingScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="Invite your partner" title="Two phones" tab={2}>
      <rect className={styles.cream} x="24" y="112" width="252" height="252" rx="22" />
      <path
        className={styles.plum}
        d="M60 148h54v54H60zM186 148h54v54h-54zM60 274h54v54H60zM132 148h18v18h-18zM150 184h18v18h-18zM132 202h18v36h-18zM60 220h36v18H60zM96 238h18v18H96zM150 238h36v18h-36zM168 220h18v18h-18zM204 220h36v18h-36zM132 274h18v18h-18zM150 292h36v18h-36zM186 274h18v18h-18zM204 292h18v36h-18zM132 310h18v18h-18zM222 256h18v18h-18z"
      />
      <path className={styles.cream} d="M72 160h30v30H72zM198 160h30v30h-30zM72 286h30v30H72z" />
      <path className={styles.rose} d="M80 168h14v14H80zM206 168h14v14h-14zM80 294h14v14H80z" />
      {write('strong', 150, 396, 'Hold the other phone over it', 'middle')}
      {write('note', 150, 417, 'It works once, for ten minutes', 'middle')}
      <rect className={styles.soft} x="24" y="442" width="252" height="72" rx="22" />
      <circle className={styles.rose} cx="66" cy="478" r="20" />
      <circle className={styles.peach} cx="92" cy="478" r="20" />
      {write('text', 126, 483, 'Waiting for Tom')}
    </Phone>
  );
}
