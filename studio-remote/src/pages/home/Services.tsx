import { Link } from '@site/shared/router';
import { categoryAddress } from '../projects/categoryAddress';
import styles from './Services.module.css';

interface Service {
  name: string;
  description: string;
  deliverables: string[];
  category: string;
  seeWork: string;
  /** The service's value in the contact form (`/contact?service=…`). */
  value: string;
  ask: string;
  /** The icon's filled area, as an SVG path for a 120 × 120 viewBox. */
  area: string;
  /** The icon's lines, drawn on top of `area`, as an SVG path for the same viewBox. */
  line: string;
}

const services: Service[] = [
  {
    name: 'Website Development',
    description: 'Fast, accessible sites and web apps, on a codebase your own team can take over.',
    deliverables: [
      'Company sites and online shops',
      'Booking and customer portals',
      'Care and updates after launch',
    ],
    category: 'Website',
    seeWork: 'See our websites',
    value: 'website',
    ask: 'Start a website',
    area: 'M62 56h44v44a44 44 0 0 1-44-44z',
    line: 'M8 18h104v84H8zM8 36h104M18 27h4M28 27h4M38 27h4M20 54h28M20 66h22M20 78h28',
  },
  {
    name: 'Mobile App Development',
    description: 'Apps for iOS and Android that start quickly and feel at home on the phone.',
    deliverables: [
      'One app for both platforms',
      'Screens that work without a signal',
      'Release in both app stores',
    ],
    category: 'Mobile App',
    seeWork: 'See our apps',
    value: 'mobile',
    ask: 'Start an app',
    area: 'M52 74a26 26 0 0 1 52 0v32H52z',
    line: 'M58 10h40a8 8 0 0 1 8 8v84a8 8 0 0 1-8 8H58a8 8 0 0 1-8-8V18a8 8 0 0 1 8-8zM70 20h16M50 36H22a6 6 0 0 0-6 6v56a6 6 0 0 0 6 6h28',
  },
  {
    name: 'UI/UX Design',
    description: 'Research, prototypes and interfaces, tested with the people who will use them.',
    deliverables: [
      'Interviews and user tests',
      'Prototypes you can click through',
      'A design system for your team',
    ],
    category: 'UI/UX Design',
    seeWork: 'See our design work',
    value: 'design',
    ask: 'Start a design project',
    area: 'M8 104A52 52 0 0 1 60 52v52z',
    line: 'M8 104C8 40 44 24 60 24s52 16 52 80M14 24h92M55 19h10v10H55zM3 99h10v10H3zM107 99h10v10h-10zM14 20v8M106 20v8',
  },
  {
    name: 'Digital Consulting',
    description: 'A clear view of what to build, what to buy and what to leave, before you spend money.',
    deliverables: ['A review of what you have', 'A roadmap with reasons', 'Help choosing tools'],
    category: 'Consulting',
    seeWork: 'See our consulting',
    value: 'consulting',
    ask: 'Ask for advice',
    area: 'M88 8a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
    line: 'M8 110h104V58H86v17H60v17H34v18',
  },
];

export function Services() {
  return (
    <section className={styles.services} aria-labelledby="services">
      <div className={styles.head}>
        <h2 id="services">What we do</h2>
        <p>One team for a whole product, or for the part you’re missing.</p>
      </div>
      <ul role="list" className={styles.cards}>
        {services.map(({ name, description, deliverables, category, seeWork, value, ask, area, line }) => (
          <li className={styles.card} key={name}>
            <svg className={styles.icon} viewBox="0 0 120 120" aria-hidden="true">
              <path className={styles.shape} d={area} />
              <path className={styles.line} d={line} />
            </svg>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.description}>{description}</p>
            <ul role="list" className={styles.deliverables}>
              {deliverables.map((deliverable) => (
                <li key={deliverable}>{deliverable}</li>
              ))}
            </ul>
            <p className={styles.ways}>
              <Link to={categoryAddress(category)}>{seeWork}</Link>
              <Link to={`/contact?service=${value}`}>{ask}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
