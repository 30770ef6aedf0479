import type { ComponentProps } from 'react';
import styles from './NumberedSteps.module.css';

/** An ordered list with each number in a circle. `className` sets the space between the steps. */
export function NumberedSteps({ className, ...rest }: ComponentProps<'ol'>) {
  return <ol {...rest} role="list" className={`${styles.steps} ${className}`} />;
}
