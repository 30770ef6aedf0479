import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import styles from './Footer.module.css';

const services = ['Website Development', 'Mobile App Development', 'UI/UX Design', 'Digital Consulting'];

const links = [
  { to: '/about', name: 'About Us' },
  { to: '/projects', name: 'Projects' },
  { to: '/contact', name: 'Contact' },
];

/** The footer (§2): the company, a list of its services, links to pages, and the legally required details. */
export function Footer() {
  const { company } = site;
  const { number, place, office } = company.registration;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <div>
            <h2 className={styles.name} translate="no">
              {company.name}
            </h2>
            <p className={styles.description}>{company.description}</p>
            <address className={styles.address} translate="no">
              {company.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </div>
          <div>
            <h2 className={styles.heading}>Services</h2>
            <ul className={styles.list} role="list">
              {services.map((service) => (
                <li key={service}>{service}</li>
              ))}
            </ul>
          </div>
          <nav aria-label="Footer">
            <h2 className={styles.heading}>Company</h2>
            <ul className={styles.list} role="list">
              {links.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className={styles.end}>
          <p>{company.copyright}</p>
          <ul className={styles.more} role="list">
            <li>
              <Link to="/micora">{micora.name}, our app</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy notice</Link>
            </li>
            <li>
              <EmailLink address={company.email} />
            </li>
          </ul>
          {number && (
            <p className={styles.registration}>
              {`${company.name} is registered in ${place}, number ${number}. Registered office: ${office}.`}
            </p>
          )}
        </div>
      </div>
    </footer>
  );
}
