import { Section } from '@site/shared/ui/Section';
import styles from './Story.module.css';

/** How the studio came to be (§2). */
export function Story() {
  return (
    <Section id="story" title="Our story" className={styles.story}>
      <div className={styles.text}>
        <p className={styles.lead}>
          We began in 2023 with one conviction: the people who plan a product should be the people who build
          it.
        </p>
        <p>
          On its way from the first meeting to the finished thing, a project usually changes hands several
          times, and something is lost each time. So we set up a studio where designers and engineers share a
          table, speak to the client themselves and stay until the work is live, and afterwards.
        </p>
        <p>
          It caught on: ten projects in the first year, a larger team in the second, clients abroad in the
          third. The table is longer now. The way we work has not changed.
        </p>
      </div>
    </Section>
  );
}
