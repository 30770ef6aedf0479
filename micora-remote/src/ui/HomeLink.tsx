import { Link } from '@site/shared/router';
import styles from './HomeLink.module.css';
import { Wordmark } from './Wordmark';

export function HomeLink() {
  return (
    <Link className={styles.home} to="/micora">
      <Wordmark />
    </Link>
  );
}
