import { site } from '@site/shared/site';
import styles from './Hero.module.css';
import { Skyline } from './Skyline';

/** The first screen of the page: who the studio is, above its own London. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.claim}>A London studio for work that lasts.</h1>
        <p className={styles.lead}>
          {site.company.shortName} is a team of designers and engineers. We build websites and mobile apps,
          shape how they look and behave, and advise the people who own them.
        </p>
      </div>
      <Skyline />
    </section>
  );
}
