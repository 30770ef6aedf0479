import type { ReactNode } from 'react';
import { PENDING_ATTRIBUTE } from '../contract';
import styles from './LoadingRegion.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface LoadingRegionProps {
  waiting: boolean;
  /** A description that screen readers announce whenever it changes, e.g. from 'Loading projects' to '8 projects'. */
  status: string;
  children: ReactNode;
}

/**
 * A part of a page that waits for data. While it waits, it has the attribute `PENDING_ATTRIBUTE`. If the page's scripts fail
 * to load, the shell replaces the region's content with a message.
 */
export function LoadingRegion({ waiting, status, children }: LoadingRegionProps) {
  return (
    <div {...(waiting && { [PENDING_ATTRIBUTE]: '' })}>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      {/* `aria-busy` is not on the outer element, because some screen readers announce no changes inside a busy element. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting}>
        {children}
      </div>
    </div>
  );
}
