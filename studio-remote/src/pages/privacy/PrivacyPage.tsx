import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { Section } from '@site/shared/ui/Section';
import type { ReactNode } from 'react';
import { Objection } from './Objection';
import styles from './PrivacyPage.module.css';

const { company } = site;

export function PrivacyPage() {
  return (
    <>
      <section className={styles.hero}>
        <h1 className={styles.claim}>What we keep about you, and for how long.</h1>
        <p className={styles.lead}>
          You can read this website without telling us who you are. If you write to us with the{' '}
          <Link to="/contact">contact form</Link>, this notice says what happens to your message.
        </p>
      </section>
      <div className={styles.parts}>
        <Part id="who" heading="Who we are">
          <p>
            {company.name}, {company.address.join(', ')}, is the controller of the personal data described
            here under the UK General Data Protection Regulation: we decide why and how it is used, and we
            answer for it. Write to <EmailLink address={company.email} />.
          </p>
        </Part>

        <Part id="what" heading="What you send us, and why">
          <p>The contact form gives us</p>
          <ul>
            <li>your full name and your email address,</li>
            <li>your company and the service that interests you, if you give them,</li>
            <li>the details of your project,</li>
            <li>and the time when your message arrived.</li>
          </ul>
          <p>
            We use them only to answer your message. The legal basis is that you ask us to, before a possible
            contract, or otherwise our legitimate interest in answering people who write to us. No decision
            about you is made by a machine, and we don’t sell or rent out what you send.
          </p>
          <p>
            You don’t have to give us any of it. The form can’t be sent without a name, an email address and a
            few words about your project, but you can write us an email instead.
          </p>
        </Part>

        <Part id="where" heading="Where it is, and who reads it">
          <p>
            Your message is stored in our own database, which only we can read. So that we see it soon, it may
            also be emailed to our own mailbox. The companies that run our servers and our mailbox handle it
            on our behalf.
          </p>
          <p>
            What you’ve typed but not sent stays in your own browser, in the tab that you typed it in, until
            you close the tab.
          </p>
        </Part>

        <Part id="how-long" heading="How long we keep it">
          <p>
            A message is deleted from the database 24 months after it arrived. The database is backed up every
            night, and the last 14 backups are kept, so it’s gone from those 14 days later.
          </p>
          <p>If you’d like it deleted sooner, from our mailbox too, write to us.</p>
        </Part>

        <Part id="visits" heading="When you just visit">
          <p>
            This website sets no cookies to follow you, doesn’t know you when you return and loads nothing
            from other companies. Our web server logs the address of your connection (its IP address), the
            time and the page you asked for, so that we can find faults and fend off attacks, which is our
            legitimate interest. The logs are deleted after 14 days.
          </p>
          <p>
            To stop bots from flooding the forms, we count how many are sent from one IP address in one hour.
            The counts are never written down, and are gone two hours later.
          </p>
        </Part>

        <Part id="reports" heading="What pages report when you leave them">
          <p>
            So that we notice when a new version of a page is slow or broken, a page sends our own server one
            report when you leave it: the version of the website, which kind of page it was, whether you
            followed a link, reloaded or went back, how long its largest part took to appear, how long it took
            to react, how far it jumped, and where in our code something failed. It contains nothing that you
            have typed, no address, no cookie and nothing that tells you from anybody else.
          </p>
          <p>
            Knowing this is our legitimate interest. We keep only counts, for 30 days. So that nobody can
            flood them, we also count how many reports come from one IP address in one hour. That count is
            never written down. The pages of our app {micora.name} report nothing. Nor does a browser that
            sends “Global Privacy Control” or “Do Not Track”. You can object here. Your choice is kept in this
            browser, and nowhere else.
          </p>
          <Objection />
        </Part>

        <Part id="rights" heading="Your rights">
          <p>
            You can ask us for a copy of what we hold about you, and to have it corrected or deleted. You can
            ask us to limit how we use it, object to its use, and ask for it in a form that a machine can
            read. Write to <EmailLink address={company.email} />: we’ll answer within one month, and it costs
            nothing.
          </p>
          <p>
            You may also complain to the Information Commissioner’s Office, which oversees data protection in
            the United Kingdom.
          </p>
        </Part>

        <Part id="app" heading={`Our app ${micora.name}`}>
          <p>
            The app, and requests to delete an account, have{' '}
            <Link to="/micora/privacy-policy">a privacy policy of their own</Link>.
          </p>
        </Part>
      </div>
    </>
  );
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <Section id={id} title={heading} className={styles.part}>
      <div className={styles.text}>{children}</div>
    </Section>
  );
}
