import { ButtonLink } from '@site/shared/ui/ButtonLink';
import type { ReactNode } from 'react';
import type { Project } from '../../api/Project';
import { StatusBadge } from '../projects/StatusBadge';
import { TechnologyTags } from '../projects/TechnologyTags';
import { CategoryLink } from './CategoryLink';
import styles from './ProjectFacts.module.css';

/** The side panel: technologies, category, status and the way to a project of one's own (§2). */
export function ProjectFacts({
  project: { technologies, category, status },
}: {
  project: Pick<Project, 'technologies' | 'category' | 'status'>;
}) {
  return (
    <section className={styles.facts} aria-labelledby="facts">
      <h2 className={styles.heading} id="facts">
        At a glance
      </h2>
      {(technologies.length > 0 || category || status) && (
        <dl className={styles.list}>
          {technologies.length > 0 && (
            <Fact name="Technologies">
              <TechnologyTags technologies={technologies} />
            </Fact>
          )}
          {category && (
            <Fact name="Category">
              <CategoryLink category={category} />
            </Fact>
          )}
          {status && (
            <Fact name="Status">
              <StatusBadge status={status} />
            </Fact>
          )}
        </dl>
      )}
      <ButtonLink to="/contact">Start Your Project</ButtonLink>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
