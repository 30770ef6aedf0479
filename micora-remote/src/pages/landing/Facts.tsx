import { Link } from '@site/shared/router';
import { site } from '@site/shared/site';
import styles from './Facts.module.css';

const { company, micora } = site;

const policy = '/micora/privacy-policy';

// Each says what the privacy policy and the terms say.
const facts = [
  {
    name: 'What keeps it safe',
    points: [
      'Everything is encrypted, on its way to us and where we store it.',
      'We keep your password only as a salted hash, which can’t be turned back into it.',
      `Nobody at ${company.name} looks at what you save, unless you ask us to help with it or the law requires it.`,
      'No advertising, and we never sell your data.',
    ],
    more: [`${policy}#security`, 'Security in the Privacy Policy'],
  },
  {
    name: 'Which phones it runs on',
    points: [
      `An iPhone with ${micora.phones[0]} or later, or a phone with ${micora.phones[1]} or later.`,
      'You find it in the App Store and on Google Play.',
      'It asks before it uses your camera, your photos or notifications, and works without the ones you refuse.',
    ],
    more: [`${policy}#permissions`, 'Permissions in the Privacy Policy'],
  },
  {
    name: 'What it costs',
    points: [
      `Parts of ${micora.name} are free, others need a subscription. You see what it contains and what it costs before you buy.`,
      'You pay through your app store, and cancel there whenever you like.',
      'We give you 30 days’ notice before the price of your subscription changes.',
    ],
    more: ['/micora/tos#subscriptions', 'Prices in the Terms of Service'],
  },
] as const;

/** What people want to know before they install it: security, phones and costs. */
export function Facts() {
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 className={styles.heading} id="facts">
        Before you get it
      </h2>
      <div className={styles.facts}>
        {facts.map(({ name, points, more: [to, words] }) => (
          <div className={styles.fact} key={name}>
            <h3 className={styles.name}>{name}</h3>
            <ul className={styles.points}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <Link className={styles.more} to={to}>
              {words}
            </Link>
          </div>
        ))}
      </div>
    </section>
  );
}
