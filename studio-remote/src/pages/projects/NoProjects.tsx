import styles from './ProjectsNotice.module.css';

/** The empty state of the list, for all projects or for one category (§2). */
export function NoProjects({ category }: { category: string | undefined }) {
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>No Projects Found</h2>
      <p className={styles.text}>
        {category === undefined
          ? 'No projects are available at the moment.'
          : `No projects found in "${category}" category.`}
      </p>
    </div>
  );
}
