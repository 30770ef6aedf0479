import type { ReactNode } from 'react';
import { PENDING_ATTRIBUTE } from '../contract';
import styles from './LoadingRegion.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface LoadingRegionProps {
  waiting: boolean;
  /** The region's state, e.g. 'Loading projects' or '8 projects'. Screen readers announce each change. */
  status: string;
  children: ReactNode;
}

/**
 * A region of a page whose content depends on data. While the region waits for the data, it has the attribute
 * `PENDING_ATTRIBUTE`. If the page's scripts fail to load during that time, the shell replaces the region's content with a
 * message.
 */
export function LoadingRegion({ waiting, status, children }: LoadingRegionProps) {
  return (
    <div {...(waiting && { [PENDING_ATTRIBUTE]: '' })}>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      {/* The outer element has no `aria-busy`, because some screen readers do not announce changes in a busy element. */}
      <div className={waiting ? styles.waiting : undefined} aria-busy={waiting}>
        {children}
      </div>
    </div>
  );
}
