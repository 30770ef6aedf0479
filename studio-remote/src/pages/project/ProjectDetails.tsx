import { Html } from '@site/shared/html/Html';
import hidden from '@site/shared/ui/VisuallyHidden.module.css';
import type { ShownProject } from './prepareProject';
import styles from './ProjectDetails.module.css';

/** The long description of a project (§2). Renders nothing if the description is empty. */
export function ProjectDetails({ project: { longDescription } }: { project: ShownProject }) {
  if (!longDescription) return null;
  return (
    <section className={styles.details}>
      {/* The heading is only for screen readers. On screen, the text follows the title and the cover, so it needs no
          heading. */}
      <h2 className={hidden.hidden}>About this project</h2>
      <Html html={longDescription} />
    </section>
  );
}
