import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text that only assistive technology can perceive. If its role is `status`, screen readers announce each change. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
