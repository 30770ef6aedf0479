import styles from './TechnologyTags.module.css';

/** The technologies of a project; nothing at all if there are none. */
export function TechnologyTags({ technologies }: { technologies: string[] }) {
  if (technologies.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Technologies">
      {technologies.map((technology) => (
        <li className={styles.tag} key={technology}>
          {technology}
        </li>
      ))}
    </ul>
  );
}
