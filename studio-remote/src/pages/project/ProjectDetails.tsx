import { useMemo } from 'react';
import type { ShownProject } from './prepareProject';
import styles from './ProjectDetails.module.css';
import { trustHtml } from './trustHtml';

/** What there is to say about the project: the long description, else the short one (§2). */
export function ProjectDetails({ project: { longDescription, description } }: { project: ShownProject }) {
  // A new object would make React set the HTML again, and a selection in the text would be lost.
  const html = useMemo(() => ({ __html: trustHtml(longDescription) }), [longDescription]);
  if (!longDescription && !description) return null;
  return (
    <section className={styles.details}>
      <h2 className={styles.heading}>About this project</h2>
      {longDescription ? (
        <div className={styles.text} dangerouslySetInnerHTML={html} />
      ) : (
        <p className={styles.text}>{description}</p>
      )}
    </section>
  );
}
