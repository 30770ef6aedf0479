import type { ComponentProps } from 'react';
import styles from './VisuallyHidden.module.css';

/** Words for assistive technology only; with the role `status` they are announced, politely, whenever they change. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
