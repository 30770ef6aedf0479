import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { Wordmark } from '../../ui/Wordmark';
import styles from './LandingFooter.module.css';
import { StoreBadges } from './StoreBadges';
import { TwoPhones } from './TwoPhones';

const links = [
  ['/micora/privacy-policy', 'Privacy policy'],
  ['/micora/tos', 'Terms of service'],
  ['/micora/delete', 'Delete your account'],
  ['/contact', 'Contact'],
  ['/', `Made by ${site.company.shortName}`],
] as const;

/** The landing page's footer (§2). */
export function LandingFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.end}>
        <div>
          <p className={styles.call}>Start with the last date you remember.</p>
          <div className={styles.get} id="get">
            <StoreBadges />
          </div>
        </div>
        <div className={styles.phones}>
          <TwoPhones />
        </div>
      </div>
      <div className={styles.row}>
        <Wordmark />
        <nav aria-label={`About ${micora.name}`}>
          <ul className={styles.links} role="list">
            {links.map(([to, name]) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className={styles.copyright}>{site.company.copyright}</p>
    </footer>
  );
}
