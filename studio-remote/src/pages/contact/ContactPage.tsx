import { Suspense } from 'react';
import { Section } from '@site/shared/ui/Section';
import { ReadingDrawing } from './ReadingDrawing';
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

export function ContactPage() {
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.claim}>Tell us what you need.</h1>
          <p className={styles.lead}>
            Rough ideas are welcome. You’ll have an answer within 24 hours, from somebody with a name.
          </p>
        </div>
        <ReadingDrawing />
      </section>
      <div className={styles.columns}>
        <Section id="write" title="Write to us" className={styles.card}>
          {/* The Suspense boundary hydrates separately, so the form hydrates even if a browser extension has changed the
              rest of the page. */}
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

function Process() {
  return (
    <Section id="process" title="How a project goes" className={styles.process}>
      <ol role="list" className={styles.steps}>
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

function ContactFigures() {
  return (
    <section className={styles.figures} aria-label="What you can count on">
      <ul role="list">
        {figures.map(([figure, meaning]) => (
          <li key={figure}>
            <strong>{figure}</strong> {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}
