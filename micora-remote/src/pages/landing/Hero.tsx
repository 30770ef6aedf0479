import styles from './Hero.module.css';
import { ReminderScreen } from './screens/ReminderScreen';
import { TimelineScreen } from './screens/TimelineScreen';
import { StoreBadges } from './StoreBadges';

/** What the app is, and where to get it. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.claim}>Keep the story of the two of you.</h1>
        <p className={styles.lead}>
          A private place for your dates, your photographs and the small things you would be sorry to forget.
          Open to the two of you, and to nobody else.
        </p>
        <StoreBadges />
      </div>
      <div className={styles.art} aria-hidden="true">
        <svg className={styles.circles} viewBox="0 0 640 640">
          <circle className={styles.one} cx="220" cy="320" r="215" />
          <circle className={styles.other} cx="420" cy="320" r="215" />
          <path className={styles.both} d="M320 129.7a215 215 0 0 1 0 380.6 215 215 0 0 1 0-380.6z" />
        </svg>
        <div className={styles.behind}>
          <ReminderScreen />
        </div>
        <div className={styles.front}>
          <TimelineScreen />
        </div>
      </div>
    </section>
  );
}
