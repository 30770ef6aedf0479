import styles from './TechnologyTags.module.css';

const MAX_SHOWN = 8;

/** A project's technologies, in the order in which its record lists them. Renders nothing if there are none. */
export function TechnologyTags({ technologies }: { technologies: string[] }) {
  const others = technologies.slice(MAX_SHOWN);
  if (technologies.length === 0) return null;
  return (
    <>
      <Tags label="Technologies" technologies={technologies.slice(0, MAX_SHOWN)} />
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
    <ul role="list" className={styles.tags} aria-label={label} translate="no">
      {technologies.map((technology) => (
        <li key={technology}>{technology}</li>
      ))}
    </ul>
  );
}
