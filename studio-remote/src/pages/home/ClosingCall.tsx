import { ButtonLink } from '@site/shared/ui/ButtonLink';
import styles from './ClosingCall.module.css';

/** The call to action that closes the page (§1). */
export function ClosingCall() {
  return (
    <section className={styles.call} aria-labelledby="closing">
      <div className={styles.words}>
        <h2 className={styles.heading} id="closing">
          Tell us what you are planning.
        </h2>
        <p className={styles.lead}>A few sentences are enough to begin with. We reply within 24 hours.</p>
        <ButtonLink to="/contact">Get in Touch</ButtonLink>
      </div>
    </section>
  );
}
