import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { Section } from '@site/shared/ui/Section';
import type { ReactNode } from 'react';
import { StatusBadge } from '../projects/StatusBadge';
import { TechnologyTags } from '../projects/TechnologyTags';
import type { CardProject } from '../../projects/toCard';
import { CategoryLink } from './CategoryLink';
import styles from './ProjectFacts.module.css';

/**
 * The panel with the technologies, the category, the status and the "Start Your Project" button.
 *
 * @param isRow whether to lay the panel out as a row. Set this if there is no long description beside the panel
 */
export function ProjectFacts({ project, isRow }: { project: CardProject; isRow: boolean }) {
  const { technologies, category, status } = project;
  const facts: [name: string, value: ReactNode][] = [
    ['Technologies', technologies.length > 0 && <TechnologyTags technologies={technologies} />],
    ['Category', category && <CategoryLink category={category} />],
    ['Status', status && <StatusBadge status={status} />],
  ];
  const known = facts.filter(([, value]) => Boolean(value));
  return (
    <Section
      id="facts"
      title="At a glance"
      className={isRow ? `${styles.facts} ${styles.row}` : styles.facts}
    >
      {known.length > 0 && (
        <dl className={styles.list}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt className={styles.term}>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ButtonLink to="/contact">Start Your Project</ButtonLink>
    </Section>
  );
}
