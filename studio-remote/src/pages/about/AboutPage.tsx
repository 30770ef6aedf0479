import { micora, site } from '@site/shared/site';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { CallToAction } from '@site/shared/ui/CallToAction';
import { Section } from '@site/shared/ui/Section';
import drawing from '../drawing.module.css';
import styles from './AboutPage.module.css';
import { People } from './People';
import { Skyline } from './Skyline';
import { TableDrawing } from './TableDrawing';
import { Timeline } from './Timeline';
import { Values } from './Values';

const { company } = site;

const figures = [
  ['50+', 'projects'],
  ['25+', 'clients'],
  ['2', 'years'],
] as const;

export function AboutPage() {
  return (
    <>
      <Hero />
      <Story />
      <People />
      <Timeline />
      <OwnProduct />
      <Values />
      <Mission />
      <CallToAction
        title="Come and meet us."
        text="A table, a pot of tea and an hour of our time. Bring the problem. A brief can wait."
        action="Contact us"
        ground="soft"
      >
        <TableDrawing />
      </CallToAction>
    </>
  );
}

function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1>A London studio for work that lasts.</h1>
        <p>
          {company.shortName} is a team of designers and engineers. We build websites and mobile apps, shape
          how they look and behave, and advise the people who own them.
        </p>
      </div>
      <Skyline />
    </section>
  );
}

function Story() {
  return (
    <Section id="story" title="Our story" className={styles.story}>
      <div className={styles.text}>
        <p className={styles.lead}>
          We began in 2023 with one conviction: the people who plan a product should be the people who build
          it.
        </p>
        <p>
          A project usually changes hands several times before it’s finished. Each time, something gets lost.
          So we set up a studio where designers and engineers share a table, speak to the client themselves,
          and stay on after the work is live.
        </p>
        <p>
          It caught on: ten projects in the first year, a larger team in the second, clients abroad in the
          third. The table is longer now. The way we work hasn’t changed.
        </p>
      </div>
    </Section>
  );
}

function OwnProduct() {
  return (
    <section className={styles.product} aria-labelledby="product">
      <div className={styles.panel}>
        <div>
          <h2 id="product">{micora.name}, an app of our own</h2>
          <p>
            {micora.name} keeps a couple’s dates, photographs and notes in one private place. We plan it,
            build it and support the people who use it, so we know what a product needs after launch.
          </p>
          <ButtonLink to="/micora" variant="secondary">
            Meet {micora.name}
          </ButtonLink>
        </div>
        <svg viewBox="0 0 640 430" aria-hidden="true">
          <circle className={drawing.warm} cx="220" cy="215" r="215" />
          <circle className={drawing.accent} cx="420" cy="215" r="215" />
          <path className={drawing.ink} d="M320 24.7a215 215 0 0 1 0 380.6 215 215 0 0 1 0-380.6z" />
        </svg>
      </div>
    </section>
  );
}

function Mission() {
  return (
    <Section id="mission" title="Our mission" className={styles.mission}>
      <p>
        To make digital work that’s clear to use, quick to load and worth what it cost, for every client we
        take on.
      </p>
      <ul role="list" className={styles.figures}>
        {figures.map(([figure, meaning]) => (
          <li key={meaning}>
            <strong>{figure}</strong> {meaning}
          </li>
        ))}
      </ul>
    </Section>
  );
}
