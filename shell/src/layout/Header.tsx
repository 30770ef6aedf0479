import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '@site/shared/router';
import { site } from '@site/shared/site';
import styles from './Header.module.css';
import { notFoundHandle, usePageHandle } from './usePageHandle';

const links = [
  { to: '/', name: 'Home' },
  { to: '/projects', name: 'Projects' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
];

/**
 * The navigation bar (§2). On small screens, its links are in a popover, which opens and closes without scripts. If the
 * browser does not support popovers, `aria-expanded` determines whether the style sheet shows the links. While the menu is
 * open, a scrim covers the page. Some browsers close a popover before they dispatch the click event. In these browsers, a
 * click outside the menu would reach the page if there were no scrim.
 */
export function Header() {
  const { pathname } = useLocation();
  // Undefined on the 404 page. That page is prerendered once for all unknown addresses, so it must not highlight any link.
  const current = usePageHandle() === notFoundHandle ? undefined : pathname;
  const nav = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // Undefined until hydration, because the popover works without scripts, so the visitor may already have opened it.
  const [isOpen, setIsOpen] = useState<boolean>();

  useEffect(() => {
    const popover = menu.current;
    setIsOpen(hasPopovers() && popover?.matches(':popover-open'));

    function closeOnWideScreen() {
      // If the bar has room for the links, the style sheet hides the toggle.
      if (!toggle.current?.offsetWidth) hide(popover);
    }
    addEventListener('resize', closeOnWideScreen);
    return () => {
      removeEventListener('resize', closeOnWideScreen);
      hide(popover);
    };
  }, [pathname]);

  useEffect(() => {
    if (!isOpen) return;

    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape') return;
      close();
      toggle.current?.focus();
    }
    function closeOnLeaving({ target }: FocusEvent) {
      if (!nav.current?.contains(target as Node)) close();
    }
    addEventListener('keydown', closeOnEscape);
    addEventListener('focusin', closeOnLeaving);
    return () => {
      removeEventListener('keydown', closeOnEscape);
      removeEventListener('focusin', closeOnLeaving);
    };
  }, [isOpen]);

  function close() {
    hide(menu.current);
    setIsOpen(false);
  }

  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to="/" className={styles.wordmark} translate="no">
          <svg className={styles.mark} viewBox="0 0 20 22" width="24" height="26" aria-hidden="true">
            <path d="M0 0h9a11 11 0 0 1 0 22H0z" />
            <circle cx="9" cy="11" r="4" />
          </svg>
          {site.company.shortName}
        </Link>
        <nav ref={nav} className={styles.nav} aria-label="Main">
          <button
            ref={toggle}
            type="button"
            className={styles.toggle}
            popoverTarget="site-menu"
            aria-label="Menu"
            aria-controls="site-menu"
            aria-expanded={isOpen}
            onClick={() => {
              if (!hasPopovers()) setIsOpen(!isOpen);
            }}
          >
            <span className={styles.bars} />
          </button>
          <div
            ref={menu}
            id="site-menu"
            popover="auto"
            className={styles.menu}
            onToggle={(event) => setIsOpen(event.newState === 'open')}
          >
            <button
              type="button"
              className={styles.scrim}
              popoverTarget="site-menu"
              popoverTargetAction="hide"
              tabIndex={-1}
              aria-hidden="true"
              onClick={close}
            />
            <ul className={styles.list} role="list">
              {links.map(({ to, name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.link}
                    aria-current={current !== undefined && isBelow(current, to) ? 'page' : undefined}
                    onClick={close}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      </div>
    </header>
  );
}

function isBelow(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}

function hide(popover: Partial<HTMLElement> | null) {
  popover?.hidePopover?.();
}

function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}
