import { CallToAction } from '@site/shared/ui/CallToAction';
import { Portfolio } from './Portfolio';
import styles from './ProjectsPage.module.css';

/** The page that lists the studio's projects (§2). */
export function ProjectsPage() {
  return (
    <>
      <section className={styles.hero}>
        <h1 className={styles.claim}>Our projects</h1>
        <p className={styles.lead}>
          Websites, mobile apps and design work: what our clients needed, what we made of it and what we built
          it with.
        </p>
      </section>
      <div className={styles.work}>
        <Portfolio />
      </div>
      <CallToAction
        title="Yours could be the next one."
        text="Tell us what you have in mind. We reply within 24 hours."
        action="Start a Project"
      />
    </>
  );
}
