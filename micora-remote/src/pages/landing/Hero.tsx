import styles from './Hero.module.css';
import { StoreBadges } from './StoreBadges';
import { TwoPhones } from './TwoPhones';

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.claim}>Keep the story of the two of you.</h1>
        <p className={styles.lead}>
          A private place for your dates, your photographs and the small things you’d be sorry to forget. Open
          to the two of you, and nobody else.
        </p>
        <StoreBadges />
      </div>
      <TwoPhones />
    </section>
  );
}
