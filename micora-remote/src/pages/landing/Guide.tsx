import { Section } from '@site/shared/ui/Section';
import styles from './Guide.module.css';

const steps = [
  ['Get the app', 'Download MiCora and create your account. It takes a minute and an email address.'],
  [
    'Invite your partner',
    'Hold their phone over the code on yours. It works once: then the space is yours, and closed.',
  ],
  ['Save your first date', 'Start with the last one you remember. A photograph and a line are enough.'],
] as const;

export function Guide() {
  return (
    <Section id="guide" title="Three steps and it’s yours" className={styles.guide}>
      <ol className={styles.steps} role="list">
        {steps.map(([name, text]) => (
          <li className={styles.step} key={name}>
            <h3>{name}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
