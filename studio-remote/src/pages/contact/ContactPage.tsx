import { Section } from '@site/shared/ui/Section';
import { ContactArtwork } from './ContactArtwork';
import { ContactFigures } from './ContactFigures';
import { ContactForm } from './ContactForm';
import { ContactInfo } from './ContactInfo';
import { Process } from './Process';
import styles from './ContactPage.module.css';

/** The page to write to the studio from (§2). */
export function ContactPage() {
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.claim}>Tell us what you need.</h1>
          <p className={styles.lead}>
            A few sentences about your plans are enough to begin with. A person reads every message and
            answers within 24 hours.
          </p>
        </div>
        <ContactArtwork />
      </section>
      <div className={styles.columns}>
        <Section id="write" title="Write to us" className={styles.card}>
          <ContactForm />
        </Section>
        <ContactInfo />
      </div>
      <Process />
      <ContactFigures />
    </>
  );
}
