import type { ReactNode } from 'react';
import { PENDING_ATTRIBUTE } from '../remote';
import styles from './LoadingRegion.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface LoadingRegionProps {
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
export function LoadingRegion({ waiting, status, children }: LoadingRegionProps) {
  return (
    <div {...(waiting && { [PENDING_ATTRIBUTE]: '' })}>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      {/* Not on the element above: some screen readers keep silent about changes inside a busy one. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting}>
        {children}
      </div>
    </div>
  );
}
