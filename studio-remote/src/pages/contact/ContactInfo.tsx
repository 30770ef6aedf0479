import { site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { reader } from '../people/reader';
import { Portrait } from '../people/Portrait';
import styles from './ContactInfo.module.css';

const questions = {
  'How long does a project take?':
    'A website usually takes six to ten weeks, a mobile app three to five months. You get a schedule before we begin, and we tell you early if something changes it.',
  'Do you work with international clients?':
    'Yes, wherever you are. We work in English, by video call and in shared documents, and agree on hours that suit both time zones.',
  'What does your process look like?':
    'Four steps: talk, plan, design and build, launch and look after. You can stop after the plan, which is yours to keep.',
  'What does it cost?':
    'As a sample: £18,000 to £45,000 for a website, £60,000 to £140,000 for a mobile app, £6,000 for a review. The price moves with how many kinds of people will use it, what it has to connect to, and who writes the words. It comes with the plan, and is fixed.',
};

/** Contact details, business hours and four common questions. The person and the prices are invented. */
export function ContactInfo() {
  return (
    <section className={styles.info} aria-label="Contact information">
      <div className={styles.reader}>
        <Portrait person={reader} />
        <p>
          <strong translate="no">{reader.name}</strong> reads what you send, and answers herself. If somebody
          else knows more, she brings them along.
        </p>
      </div>
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
