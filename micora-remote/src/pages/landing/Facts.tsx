import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { Section } from '@site/shared/ui/Section';
import styles from './Facts.module.css';

const { company } = site;

// Keep these facts consistent with the privacy policy and the terms.
const facts = {
  'What keeps it safe': {
    text: `What you save is encrypted on its way to us and where we store it. Nobody at ${company.name} looks at it, unless you ask us to help or the law requires it. We never sell your data.`,
    to: '/micora/privacy-policy#security',
    more: 'More about security',
  },
  'Which phones it runs on': {
    text: `An iPhone with ${micora.phones[0]} or later, or a phone with ${micora.phones[1]} or later. It asks before it uses your camera, photos or notifications.`,
    to: '/micora/privacy-policy#permissions',
    more: 'More about permissions',
  },
};

export function Facts() {
  return (
    <Section id="facts" title="Before you download" className={styles.facts}>
      <div>
        {Object.entries(facts).map(([name, { text, to, more }]) => (
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
