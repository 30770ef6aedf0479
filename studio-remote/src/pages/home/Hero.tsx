import { site } from '@site/shared/site';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { useRef } from 'react';
import drawing from '../drawing.module.css';
import { colourProps } from '../projects/colourOf';
import type { CardProject } from '../projects/toCard';
import styles from './Hero.module.css';
import { HeroWork } from './HeroWork';
import { useTurns } from './useTurns';

/**
 * The first screen of the home page, with links to the projects and to the contact form (§1).
 *
 * @param covers the projects whose covers are shown in turn. If the list is empty, the hero shows a drawing. While the
 *   projects load, `covers` is undefined and the space stays empty.
 */
export function Hero({ covers }: { covers: CardProject[] | undefined }) {
  const frame = useRef<HTMLElement>(null);
  const turns = useTurns(frame, covers?.length ?? 0);
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
        <div className={styles.work}>{project && <HeroWork {...{ frame, covers, project, turns }} />}</div>
      )}
    </section>
  );
}

/** A drawing with one object for each service: a page, a phone, a curve and steps. */
function HeroArtwork() {
  return (
    <svg className={styles.art} viewBox="0 0 720 720" preserveAspectRatio="xMinYMax" aria-hidden="true">
      <circle className={drawing.warm} cx="440" cy="255" r="205" />
      <path className={drawing.accent} d="M0 720V430a290 290 0 0 1 290 290z" />
      <path className={drawing.soft} d="M3000 720H420v-60h60v-60h60v-60h60v-60h60v-60h2340z" />
      <path className={styles.dots} d="M50 60h160M50 90h160M50 120h160M50 150h160M50 180h160" />
      <path
        className={drawing.page}
        d="M100 220h370v250H100zM100 260h370M130 300h150M130 335h110M130 370h130M118 240h4M138 240h4M158 240h4"
      />
      <path className={drawing.accent} d="M310 290h130v150H310z" />
      <path className={drawing.warm} d="M310 440a130 130 0 0 1 130-130v130z" />
      <path
        className={drawing.ink}
        d="M130 410h90v30h-90zM440 306h140a36 36 0 0 1 36 36v292a36 36 0 0 1-36 36H440a36 36 0 0 1-36-36V342a36 36 0 0 1 36-36z"
      />
      <path
        className={drawing.ground}
        d="M440 318h140a24 24 0 0 1 24 24v292a24 24 0 0 1-24 24H440a24 24 0 0 1-24-24V342a24 24 0 0 1 24-24z"
      />
      <path className={drawing.accent} d="M416 560a94 94 0 0 1 188 0z" />
      <circle className={drawing.warm} cx="510" cy="402" r="48" />
      <path className={styles.pill} d="M455 610h110M488 336h44" />
      <path className={drawing.curve} pathLength="1" d="M60 610C210 610 170 150 330 120S570 60 660 160" />
      <path className={drawing.handle} d="M232 138.5l196-37" />
      <path className={drawing.knob} d="M50 600h20v20H50zM320 110h20v20h-20zM650 150h20v20h-20z" />
      <circle className={drawing.ink} cx="232" cy="138.5" r="7" />
      <circle className={drawing.ink} cx="428" cy="101.5" r="7" />
    </svg>
  );
}
