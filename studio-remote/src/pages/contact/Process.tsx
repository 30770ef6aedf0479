import { Section } from '@site/shared/ui/Section';
import styles from './Process.module.css';

const steps = [
  ['Talk', 'We listen first: what the work has to do, for whom and by when.'],
  ['Plan', 'You get a plan with its steps and dates, and decide whether to go ahead.'],
  ['Design and build', 'We work in short rounds. You try out each one before we begin the next.'],
  ['Launch and look after', 'We go live together, keep an eye on it and improve it as you learn.'],
] as const;

/** How a project goes, in four steps. */
export function Process() {
  return (
    <Section id="process" title="How a project goes" className={styles.process}>
      <ol className={styles.steps}>
        {steps.map(([name, description]) => (
          <li className={styles.step} key={name}>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.description}>{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
