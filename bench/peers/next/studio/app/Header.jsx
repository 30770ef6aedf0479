'use client';

import { usePathname } from 'next/navigation';
import { site } from '@site/shared/site';
import styles from '../../../../../shell/src/layout/Header.module.css';
import { Link } from '../../shared/router';

const links = [
  { to: '/', name: 'Home' },
  { to: '/projects', name: 'Projects' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
];

/** The navigation bar as in the shell, without its menu for small screens. */
export function Header() {
  const pathname = usePathname();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to="/" className={styles.wordmark}>
          {site.company.shortName}
        </Link>
        <nav className={styles.nav} aria-label="Main">
          <button type="button" className={styles.toggle} popoverTarget="site-menu" aria-label="Menu">
            <span className={styles.bars} />
          </button>
          <ul id="site-menu" popover="auto" className={styles.menu}>
            {links.map(({ to, name }) => (
              <li key={to}>
                <Link to={to} className={styles.link} aria-current={to === pathname ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
