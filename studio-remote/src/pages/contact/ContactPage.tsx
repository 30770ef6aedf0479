import { Suspense } from 'react';
import { Section } from '@site/shared/ui/Section';
import drawing from '../drawing.module.css';
import { ContactForm } from './ContactForm';
import { ContactInfo } from './ContactInfo';
import styles from './ContactPage.module.css';

const steps = [
  ['Talk', 'We listen first: what the work has to do, who it’s for, and by when.'],
  ['Plan', 'You get a plan with steps and dates, then decide whether to go ahead.'],
  ['Design and build', 'We work in short rounds. You try each one out before we begin the next.'],
  ['Launch and look after', 'We go live together, keep an eye on it and improve it as you learn.'],
] as const;

const figures = [
  ['50+', 'projects'],
  ['100%', 'satisfaction'],
  ['24h', 'response to every message'],
] as const;

/** The page with the contact form (§2). */
export function ContactPage() {
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.claim}>Tell us what you need.</h1>
          <p className={styles.lead}>
            Rough ideas are welcome. A person reads every message and answers within 24 hours.
          </p>
        </div>
        <ContactArtwork />
      </section>
      <div className={styles.columns}>
        <Section id="write" title="Write to us" className={styles.card}>
          {/* The form hydrates separately, even if other software has changed the page around it. */}
          <Suspense>
            <ContactForm />
          </Suspense>
        </Section>
        <ContactInfo />
      </div>
      <Process />
      <ContactFigures />
    </>
  );
}

/** A drawing of a conversation: a question and its answer. */
function ContactArtwork() {
  return (
    <svg className={styles.artwork} viewBox="0 0 476 324" aria-hidden="true">
      <circle className={drawing.warm} cx="356" cy="136" r="120" />
      <path className={drawing.accent} d="M0 324V184a140 140 0 0 1 140 140z" />
      <path className={drawing.page} d="M66 40h256v152H132l-38 40v-40H66z" />
      <path className={styles.dots} d="M104 84h1m24 0h1m24 0h1" />
      <path className={styles.stroke} d="M104 122h176M104 150h120" />
      <path className={drawing.ink} d="M236 176h224v112h-28v36l-36-36H236z" />
      <path className={styles.reply} d="M272 216h150M272 246h96" />
    </svg>
  );
}

/** How a project goes, in four steps. */
function Process() {
  return (
    <Section id="process" title="How a project goes" className={styles.process}>
      <ol className={styles.steps}>
        {steps.map(([name, description]) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The three figures of the contact page (§9). */
function ContactFigures() {
  return (
    <section className={styles.figures} aria-label="What you can count on">
      <ul>
        {figures.map(([figure, meaning]) => (
          <li key={figure}>
            <strong>{figure}</strong> {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}
