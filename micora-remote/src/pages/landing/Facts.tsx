import { Link } from '@site/shared/router';
import { site } from '@site/shared/site';
import { Section } from '@site/shared/ui/Section';
import styles from './Facts.module.css';

const { company, micora } = site;

// Each says what the privacy policy and the terms say.
const facts = [
  [
    'What keeps it safe',
    `What you save is encrypted on its way to us and where we store it. Nobody at ${company.name} looks at it, unless you ask us to help or the law requires it. We never sell your data.`,
    '/micora/privacy-policy#security',
    'More about security',
  ],
  [
    'Which phones it runs on',
    `An iPhone with ${micora.phones[0]} or later, or a phone with ${micora.phones[1]} or later. It asks before it uses your camera, photos or notifications.`,
    '/micora/privacy-policy#permissions',
    'More about permissions',
  ],
  [
    'What is free',
    `Parts of ${micora.name} are free, others need a subscription. You see what it costs before you buy, and can cancel it in your app store.`,
    '/micora/tos#subscriptions',
    'More about subscriptions',
  ],
] as const;

/** What people want to know before they install it: security, phones and what is free. */
export function Facts() {
  return (
    <Section id="facts" title="Before you get it" className={styles.facts}>
      <div>
        {facts.map(([name, text, to, more]) => (
          <div key={to}>
            <h3>{name}</h3>
            <p>{text}</p>
            <Link to={to}>{more}</Link>
          </div>
        ))}
      </div>
    </Section>
  );
}
