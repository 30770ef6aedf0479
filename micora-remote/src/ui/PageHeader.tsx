import type { ReactNode } from 'react';
import { HomeLink } from './HomeLink';
import styles from './PageHeader.module.css';
import { TwoCircles } from './TwoCircles';

interface PageHeaderProps {
  title: string;
  /** The purpose of the page, in a sentence or two. */
  lead: string;
  /** Whether there is a gap between the two circles of the app's mark. Otherwise, the circles overlap. */
  apart?: boolean;
  /** Further content below the lead. */
  children?: ReactNode;
}

/** The title section of the app's pages that have the site's header and footer. */
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
