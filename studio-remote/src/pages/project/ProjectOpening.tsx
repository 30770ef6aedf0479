import { StatusBadge } from '../projects/StatusBadge';
import type { CardProject } from '../../projects/toCard';
import { CategoryLink } from './CategoryLink';
import { Cover } from './Cover';
import styles from './ProjectOpening.module.css';

/**
 * The beginning of a project's page, from the title to the cover. On phones, the cover comes before the client and the team.
 */
export function ProjectOpening({ project }: { project: CardProject }) {
  const { title, description, problem, category, status, client, team, coverImage } = project;
  const parties = Object.entries({ Client: client, Team: team }).filter(([, words]) => words);
  return (
    <div className={styles.opening}>
      <h1 className={styles.title}>{title}</h1>
      {(category || status) && (
        <div className={styles.labels}>
          {category && <CategoryLink category={category} />}
          {status && <StatusBadge status={status} />}
        </div>
      )}
      {(description || problem) && (
        <div className={styles.words}>
          {description && <p className={styles.description}>{description}</p>}
          {problem && <p className={styles.problem}>{problem}</p>}
        </div>
      )}
      {parties.length > 0 && (
        <dl className={styles.parties}>
          {parties.map(([name, words]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      {coverImage && (
        <div className={styles.cover}>
          <Cover project={project} />
        </div>
      )}
    </div>
  );
}
