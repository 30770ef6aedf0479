import { Link } from '@site/shared/router';
import { micora } from '@site/shared/site';
import { Section } from '@site/shared/ui/Section';
import styles from './Prices.module.css';

const { name, subscription } = micora;

/** Keep the offers consistent with the terms. */
const offers = [
  {
    title: 'Free',
    price: '£0',
    terms: 'for as long as you like.',
    contents: [
      'Your dates, reminders and journal',
      '300 photographs between the two of you',
      'Export and deletion, at any time',
    ],
  },
  {
    title: 'With a subscription',
    price: subscription.month,
    terms: `a month, or ${subscription.year} a year. One subscription is for both of you.`,
    contents: ['Everything that is free', 'Photographs without a limit, in full size', 'Your year in dots'],
  },
];

/** Shows what is free and what a subscription costs. The text says that the prices are samples. */
export function Prices() {
  return (
    <Section id="prices" title="What it costs" className={styles.prices}>
      <p className={styles.note}>
        {`Parts of ${name} are free, others need a subscription. The prices here are samples: you see what it costs before you buy, and you can cancel in your app store. `}
        <Link to="/micora/tos#subscriptions">More about subscriptions</Link>
      </p>
      <div className={styles.offers}>
        {offers.map(({ title, price, terms, contents }) => (
          <div className={styles.offer} key={title}>
            <h3>{title}</h3>
            <p className={styles.terms}>
              <strong className={styles.price}>{price}</strong> {terms}
            </p>
            <ul className={styles.contents} role="list">
              {contents.map((content) => (
                <li key={content}>{content}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
