import { CallToAction } from '@site/shared/ui/CallToAction';
import { FramesDrawing } from './FramesDrawing';
import { Portfolio } from './Portfolio';
import styles from './ProjectsPage.module.css';
import { useCategory } from './useCategory';
import { useProjects } from './useProjects';

export function ProjectsPage() {
  const state = useProjects();
  const category = useCategory(state.status === 'error' ? [] : state.categories);
  return (
    <>
      <section className={styles.hero}>
        <h1 className={category === undefined ? `${styles.claim} ${styles.all}` : styles.claim}>
          {category === undefined ? 'Our projects' : `${category} projects`}
        </h1>
        <p className={styles.lead}>
          A few of more than fifty: the ones whose clients let us tell the whole story, with what nearly went
          wrong and how we measured what changed.
        </p>
      </section>
      <div className={styles.work}>
        <Portfolio state={state} category={category} />
      </div>
      <CallToAction
        title="Yours could be next."
        text="Seen something close to what you need? Name the project, and we’ll start from there."
        action="Start a project"
        ground="warm"
      >
        <FramesDrawing />
      </CallToAction>
    </>
  );
}
