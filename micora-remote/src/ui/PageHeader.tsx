import type { ReactNode } from 'react';
import { HomeLink } from './HomeLink';
import styles from './PageHeader.module.css';
import { TwoCircles } from './TwoCircles';

interface PageHeaderProps {
  title: string;
  lead: string;
  /** Whether to draw the two circles of the app's mark apart. By default, they overlap. */
  apart?: boolean;
  children?: ReactNode;
}

/** The top section of a legal page or of the deletion page, below the site's header. */
export function PageHeader({ title, lead, apart = false, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <div className={styles.art}>
        <TwoCircles apart={apart} />
      </div>
      <div className={styles.words}>
        <HomeLink />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </header>
  );
}
