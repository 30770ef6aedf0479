import type { ReactNode } from 'react';
import { AWAITS_DATA_ATTRIBUTE } from '../remote';
import styles from './AwaitsData.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface AwaitsDataProps {
  waiting: boolean;
  /** Told to screen readers whenever it changes, e.g. 'Loading projects', later '8 projects'. */
  status: string;
  /** Placeholders while waiting, then what the data looks like. */
  children: ReactNode;
}

/**
 * The part of a page that waits for data. While it waits it is marked for the shell, which replaces its content
 * if the page's scripts cannot be loaded.
 */
export function AwaitsData({ waiting, status, children }: AwaitsDataProps) {
  return (
    <div {...(waiting && { [AWAITS_DATA_ATTRIBUTE]: '' })}>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      {/* Not on the element above: some screen readers keep silent about changes inside a busy one. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting}>
        {children}
      </div>
    </div>
  );
}
