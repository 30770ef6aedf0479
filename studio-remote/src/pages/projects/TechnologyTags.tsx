import styles from './TechnologyTags.module.css';

/** How many are shown at once. One click shows the others. */
const MANY = 8;

/** The technologies of a project, as its record lists them; nothing at all if there are none. */
export function TechnologyTags({ technologies }: { technologies: string[] }) {
  const others = technologies.slice(MANY);
  if (technologies.length === 0) return null;
  return (
    <>
      <Tags label="Technologies" technologies={technologies.slice(0, MANY)} />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary className={styles.more}>{`${others.length} more`}</summary>
          <Tags label="More technologies" technologies={others} />
        </details>
      )}
    </>
  );
}

function Tags({ label, technologies }: { label: string; technologies: string[] }) {
  return (
    <ul className={styles.tags} aria-label={label} translate="no">
      {technologies.map((technology) => (
        <li key={technology}>{technology}</li>
      ))}
    </ul>
  );
}
