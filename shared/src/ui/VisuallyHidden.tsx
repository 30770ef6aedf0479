import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for assistive technology only. With the role `status`, it is announced politely whenever it changes. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
