import type { ComponentProps } from 'react';
import styles from './NumberedSteps.module.css';

/** Steps in their order, each with its number in a circle; `className` says how far they stand apart. */
export function NumberedSteps({ className, ...rest }: ComponentProps<'ol'>) {
  return <ol {...rest} className={`${styles.steps} ${className}`} />;
}
