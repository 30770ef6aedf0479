import { TwoCircles } from '../../ui/TwoCircles';
import { ReminderScreen } from './screens/ReminderScreen';
import { TimelineScreen } from './screens/TimelineScreen';
import styles from './TwoPhones.module.css';

export function TwoPhones() {
  return (
    <div className={styles.art} aria-hidden="true">
      <TwoCircles />
      <div className={styles.behind}>
        <ReminderScreen />
      </div>
      <div className={styles.front}>
        <TimelineScreen />
      </div>
    </div>
  );
}
