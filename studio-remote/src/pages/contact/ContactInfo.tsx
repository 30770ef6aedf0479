import { site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import styles from './ContactInfo.module.css';

const questions = {
  'How long does a project take?':
    'A website usually takes six to ten weeks, a mobile app three to five months. You get a schedule before we begin, and we tell you early if something changes it.',
  'Do you work with international clients?':
    'Yes, wherever you are. We work in English, by video call and in shared documents, and agree on hours that suit both time zones.',
  'What does your process look like?':
    'We start with a conversation about your goals, then plan, design and build in short steps. You can try each step before we take the next one, and we stay after the launch.',
};

/** Email, business hours and three common questions (§2). */
export function ContactInfo() {
  return (
    <section className={styles.info} aria-label="Contact information">
      <dl className={styles.ways}>
        <div>
          <dt className={styles.term}>Email</dt>
          <dd className={styles.way}>
            <EmailLink address={site.company.email} />
          </dd>
        </div>
        <div>
          <dt className={styles.term}>Business hours</dt>
          <dd className={styles.way}>Mon-Fri 9AM-6PM GMT</dd>
          <dd className={styles.term}>
            For calls and meetings. Support for live sites and apps runs around the clock.
          </dd>
        </div>
      </dl>
      <h2 className={styles.heading}>Good to know</h2>
      {Object.entries(questions).map(([question, answer]) => (
        <div className={styles.question} key={question}>
          <h3>{question}</h3>
          <p className={styles.answer}>{answer}</p>
        </div>
      ))}
    </section>
  );
}
