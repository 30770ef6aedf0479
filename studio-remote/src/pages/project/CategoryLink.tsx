import { Link } from '@site/shared/router';
import { categoryAddress } from '../projects/categoryAddress';
import styles from './CategoryLink.module.css';

export function CategoryLink({ category }: { category: string }) {
  return (
    <Link className={styles.category} to={categoryAddress(category)}>
      {category}
    </Link>
  );
}
