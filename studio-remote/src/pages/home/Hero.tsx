import { site } from '@site/shared/site';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import styles from './Hero.module.css';
import { HeroArtwork } from './HeroArtwork';

/** The first screen of the home page, with the ways to the work and to the contact form (§1). */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.claim}>Digital work that earns its keep.</h1>
        <p className={styles.lead}>
          {site.company.shortName} is a London team of designers and engineers. We plan, design and build
          websites and mobile apps that do a clear job, look the part and keep working long after launch.
        </p>
        <div className={styles.actions}>
          <ButtonLink to="/projects">View Our Work</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Get Started
          </ButtonLink>
        </div>
      </div>
      <HeroArtwork />
    </section>
  );
}
