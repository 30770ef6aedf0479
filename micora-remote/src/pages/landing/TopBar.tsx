import { micora } from '@site/shared/site';
import { Wordmark } from '../../ui/Wordmark';
import styles from './TopBar.module.css';

export function TopBar() {
  return (
    <header className={styles.bar}>
      <Wordmark />
      <nav className={styles.nav} aria-label={micora.name}>
        <a href="#features">Features</a>
        <a href="#guide">How it works</a>
        <a href="#prices">Prices</a>
        <a href="#questions">Questions</a>
        <a href="#get">Get the app</a>
      </nav>
    </header>
  );
}
