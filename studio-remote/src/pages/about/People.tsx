import { Section } from '@site/shared/ui/Section';
import { people } from '../people/people';
import { Portrait } from '../people/Portrait';
import styles from './People.module.css';

export function People() {
  return (
    <Section id="people" title="Who you’d work with" className={styles.people}>
      <p className={styles.lead}>Whoever you talk to on the first call does the work, to the end.</p>
      <ul role="list" className={styles.list}>
        {people.map((person) => (
          <li className={styles.person} key={person.name}>
            <div className={styles.portrait}>
              <Portrait person={person} />
            </div>
            <div className={styles.words}>
              <h3 translate="no">{person.name}</h3>
              <p className={styles.role}>{person.role}</p>
              <p className={styles.line}>{person.line}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
