import { useMemo } from 'react';
import type { Project } from '../../api/Project';
import styles from './ProjectDetails.module.css';
import { sanitiseHtml } from './sanitiseHtml';

/** What there is to say about the project: the long description, else the short one (§2). */
export function ProjectDetails({ project: { longDescription, description } }: { project: Project }) {
  const html = useMemo(() => sanitiseHtml(longDescription), [longDescription]);
  if (!html && !description) return null;
  return (
    <section className={styles.details}>
      <h2 className={styles.heading}>About this project</h2>
      {html ? (
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <p className={styles.text}>{description}</p>
      )}
    </section>
  );
}
