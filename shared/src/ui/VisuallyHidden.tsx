import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** `status` announces its content, politely, whenever it changes. */
  role?: 'status';
  children: ReactNode;
}

/** Words for assistive technology only. */
export function VisuallyHidden({ children, ...rest }: VisuallyHiddenProps) {
  return (
    <span {...rest} className={styles.hidden}>
      {children}
    </span>
  );
}
