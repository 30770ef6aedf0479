import type { ComponentProps } from 'react';
import styles from './NumberedSteps.module.css';

/** An ordered list with circled numbers. `className` has to set the gap between the steps. */
export function NumberedSteps({ className, ...rest }: ComponentProps<'ol'>) {
  return <ol {...rest} role="list" className={`${styles.steps} ${className}`} />;
}
