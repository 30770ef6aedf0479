import { site } from '@site/shared/site';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { useRef } from 'react';
import drawing from '../drawing.module.css';
import { colourProps } from '../../projects/projectColour';
import type { CardProject } from '../../projects/toCard';
import styles from './Hero.module.css';
import { HeroCarousel } from './HeroCarousel';
import { useRotation } from './useRotation';

/**
 * The home page's first screen.
 *
 * @param covers the projects whose covers the hero shows in turn. If there are none, the hero shows a drawing. While the
 *   projects are loading, `covers` is undefined, and the space stays empty
 */
export function Hero({ covers }: { covers: CardProject[] | undefined }) {
  const frame = useRef<HTMLElement>(null);
  const turns = useRotation(frame, covers?.length ?? 0);
  const project = covers?.[turns.shown];
  return (
    <section {...colourProps(project, styles.hero)}>
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
      {covers?.length === 0 ? (
        <HeroArtwork />
      ) : (
        <div className={styles.work}>
          {project && <HeroCarousel {...{ frame, covers, project, turns }} />}
        </div>
      )}
    </section>
  );
}

function HeroArtwork() {
  return (
    <svg className={styles.art} viewBox="0 0 720 720" preserveAspectRatio="xMinYMax" aria-hidden="true">
      <circle className={drawing.warm} cx="440" cy="255" r="205" />
      <path className={drawing.accent} d="M0 720V430a290 290 0 0 1 290 290z" />
      <path className={drawing.soft} d="M3000 720H420v-60h60v-60h60v-60h60v-60h60v-60h2340z" />
      <path className={styles.dots} d="M50 60h160M50 90h160M50 120h160M50 150h160M50 180h160" />
      <path className={drawing.curve} pathLength="1" d="M60 610C210 610 170 150 330 120S570 60 660 160" />
      <path className={drawing.knob} d="M50 600h20v20H50zM320 110h20v20h-20zM650 150h20v20h-20z" />
    </svg>
  );
}
