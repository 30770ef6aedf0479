import { serviceIcons } from './serviceIcons';
import styles from './Services.module.css';

const services = [
  ['Website Development', 'Fast, accessible sites and web apps, on a codebase your own team can take over.'],
  ['Mobile App Development', 'Apps for iOS and Android that start quickly and feel at home on the phone.'],
  ['UI/UX Design', 'Research, prototypes and interfaces, tried out with the people who will use them.'],
  [
    'Digital Consulting',
    'A clear view of what to build, what to buy and what to leave, before money is spent.',
  ],
] as const;

/** The four services (§2). */
export function Services() {
  return (
    <section className={styles.services} aria-labelledby="services">
      <div className={styles.head}>
        <h2 className={styles.heading} id="services">
          What we do
        </h2>
        <p className={styles.lead}>
          One team for the whole of a product, or for the part of it that you are missing.
        </p>
      </div>
      <ul className={styles.cards}>
        {services.map(([name, description], index) => (
          <li className={styles.card} key={name}>
            <svg className={styles.icon} viewBox="0 0 120 120" aria-hidden="true">
              <path className={styles.shape} d={serviceIcons[index]?.shape} />
              <path className={styles.line} d={serviceIcons[index]?.line} />
            </svg>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.description}>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
