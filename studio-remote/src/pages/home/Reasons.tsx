import { Section } from '@site/shared/ui/Section';
import styles from './Reasons.module.css';

const reasons = [
  ['Expert team', 'Designers, engineers and a writer. Our cases say what nearly went wrong, too.'],
  ['Modern technology', 'Well-supported tools, chosen for your product and for whoever looks after it next.'],
  ['Client-focused', 'Your goals set the plan, and you always know what happens next.'],
] as const;

export function Reasons() {
  return (
    <Section id="reasons" title="Why choose us" className={styles.reasons}>
      <ul role="list" className={styles.list}>
        {reasons.map(([name, description]) => (
          <li className={styles.reason} key={name}>
            <h3>{name}</h3>
            <p className={styles.description}>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
