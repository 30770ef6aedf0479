import { Link } from '@site/shared/router';
import { site } from '@site/shared/site';
import { Wordmark } from '../../ui/Wordmark';
import styles from './TopBar.module.css';

/** The page's own bar: the app's name, the page's sections and the way back to the studio. */
export function TopBar() {
  return (
    <header className={styles.bar}>
      <Wordmark />
      <nav className={styles.nav} aria-label={site.micora.name}>
        <a className={styles.section} href="#features">
          Features
        </a>
        <a className={styles.section} href="#screens">
          Screens
        </a>
        <a className={styles.section} href="#guide">
          How it works
        </a>
        <a className={styles.section} href="#questions">
          Questions
        </a>
        <Link className={styles.studio} to="/">
          By {site.company.shortName}
        </Link>
      </nav>
    </header>
  );
}
