import type { ReactNode } from 'react';
import { PENDING_ATTRIBUTE } from '../contract';
import styles from './LoadingRegion.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface LoadingRegionProps {
  waiting: boolean;
  /** Announced to screen readers whenever it changes, e.g. from 'Loading projects' to '8 projects'. */
  status: string;
  /** Placeholders while waiting, then the data. */
  children: ReactNode;
}

/**
 * A part of a page that waits for data. Until the data arrives, the part is marked, so that the shell can replace its
 * content if the page's scripts cannot be loaded.
 */
export function LoadingRegion({ waiting, status, children }: LoadingRegionProps) {
  return (
    <div {...(waiting && { [PENDING_ATTRIBUTE]: '' })}>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      {/* `aria-busy` is not on the element above, because some screen readers announce no changes inside a busy element. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting}>
        {children}
      </div>
    </div>
  );
}
