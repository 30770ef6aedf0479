import { Suspense } from 'react';
import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { Section } from '@site/shared/ui/Section';
import { MicoraTheme } from '../../ui/MicoraTheme';
import { NumberedSteps } from '../../ui/NumberedSteps';
import { PageHeader } from '../../ui/PageHeader';
import { Points } from '../../ui/Points';
import { DeletionForm } from './DeletionForm';
import styles from './DeletionPage.module.css';

const { name, supportEmail } = micora;

const deletedData = {
  'Your account': 'your email address, your name, your password and your profile picture',
  'Your memories': 'every date, photograph and caption you’ve added',
  'Your journal': 'the entries for the two of you and the ones for you alone',
  'Your reminders': 'anniversaries, birthdays and all other days',
  'The link to your partner': 'the space that you two share is closed',
};

const firstSteps = {
  'Export what you want to keep': 'In the app’s settings. We can’t do it for you afterwards.',
  'Tell your partner': 'What you added disappears from their app, too. What they added stays theirs.',
  'Cancel your subscription': 'In the app store you pay through. Deleting your account doesn’t end it.',
  'Check that you can read your account’s email':
    'The address you sign in with. We write to it before we delete anything.',
};

/** Explains what deleting an account means, and contains the request form (§2). */
export function DeletionPage() {
  return (
    <MicoraTheme>
      <PageHeader
        apart
        title={`Delete your ${name} account`}
        lead="Ask us here to delete your account and everything in it. Please read what that means first."
      />
      <div className={styles.body}>
        <section className={styles.warning} aria-labelledby="warning">
          <svg className={styles.sign} viewBox="0 0 48 48" aria-hidden="true">
            <path d="M24 6 4 41h40zM24 19v11M24 35.5v.5" />
          </svg>
          <div>
            <h2 id="warning">This cannot be undone</h2>
            <p>
              Your account and your data are permanently deleted within 30 days of your request. After that,
              nobody can bring them back: you can’t, and we can’t either.
            </p>
          </div>
        </section>

        <div className={styles.pair}>
          <Section id="deleted" title="What gets deleted">
            <Points className={styles.list} of={deletedData} />
            <p className={styles.note}>
              Backup copies are deleted within the same 30 days. Records of payments stay for as long as UK
              tax law asks for them.
            </p>
          </Section>
          <Section id="first" title="What to do first">
            <NumberedSteps className={styles.steps}>
              {Object.entries(firstSteps).map(([step, details]) => (
                <li key={step}>
                  <strong className={styles.what}>{step}</strong>
                  {details}
                </li>
              ))}
            </NumberedSteps>
          </Section>
        </div>

        <Section id="request" title="Request deletion" className={styles.request}>
          <div className={styles.intro}>
            <p>
              We need the email address of your account, and one where we can reach you. They may be the same.
            </p>
            <h3>We ask you first</h3>
            <p>
              Before we delete anything, we write to the address of the account itself and ask. Only its owner
              can confirm. If nobody does, nothing is deleted, no matter who sent the request.
            </p>
            <h3 id="stop">How to stop it</h3>
            <p>
              Don’t confirm. If you have already, or if you never asked for this, tell us from your account’s
              address: <EmailLink address={supportEmail} />. Until the deletion is carried out, we can stop
              it.
            </p>
          </div>
          {/* The Suspense boundary hydrates separately, so the form keeps the visitor's input even if a browser extension has
              changed the rest of the page. */}
          <Suspense>
            <DeletionForm />
          </Suspense>
        </Section>

        <div className={styles.pair}>
          <Section id="rights" title="Your data rights">
            <p>
              You may also ask for a copy of your data, have it corrected, take it with you, or object to how
              it is used, without deleting your account. It costs nothing, and we answer within one month.
            </p>
            <p>
              <Link to="/micora/privacy-policy#your-rights">Your rights in the privacy policy</Link>
            </p>
          </Section>
          <Section id="help" title="Help">
            <p>
              Can’t read your account’s email any more, or is something else in the way? Write to us, and
              we’ll find another way to make sure that the account is yours. Changed your mind? See{' '}
              <a href="#stop">How to stop it</a>.
            </p>
            <ul className={styles.contacts} role="list">
              <li>
                {name} support: <EmailLink address={supportEmail} />
              </li>
              <li>
                {site.company.name}: <Link to="/contact">contact form</Link>
              </li>
            </ul>
          </Section>
        </div>
      </div>
    </MicoraTheme>
  );
}
