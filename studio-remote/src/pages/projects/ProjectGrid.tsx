import { ProjectCard } from './ProjectCard';
import styles from './ProjectGrid.module.css';
import type { CardProject } from './toCard';

/** How many cards a wide screen shows without scrolling. */
const FIRST_ROW = 3;

/** The cards of some projects. */
export function ProjectGrid({ projects }: { projects: CardProject[] }) {
  return (
    <ul className={styles.grid} aria-label="Projects">
      {projects.map((project, index) => (
        <li key={project.id}>
          <ProjectCard project={project} first={index < FIRST_ROW} />
        </li>
      ))}
    </ul>
  );
}
