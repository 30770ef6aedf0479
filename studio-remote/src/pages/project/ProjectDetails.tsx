import { Html } from '@site/shared/html/Html';
import hidden from '@site/shared/ui/VisuallyHidden.module.css';
import type { ShownProject } from './prepareProject';
import styles from './ProjectDetails.module.css';

/** A project's long description (§3). Renders nothing if it is empty. */
export function ProjectDetails({ project: { longDescription } }: { project: ShownProject }) {
  if (!longDescription) return null;
  return (
    <section className={styles.details}>
      {/* Screen readers need a heading. On screen, the text follows the title and the cover, and needs none. */}
      <h2 className={hidden.hidden}>About this project</h2>
      <Html html={longDescription} />
    </section>
  );
}
