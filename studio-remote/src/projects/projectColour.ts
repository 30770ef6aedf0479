import type { Project } from '../api/Project';
import styles from './colours.module.css';

type Coloured = Pick<Project, 'id' | 'colour'>;

/** The names of the colours that a project can have. The backend's `colour` field must offer the same names. */
export const PROJECT_COLOURS = [
  ...['brick', 'rust', 'amber', 'olive', 'moss', 'pine'],
  ...['teal', 'sea', 'cobalt', 'violet', 'plum', 'rose'],
];

/**
 * Returns the name of a project's colour. If the record contains no valid colour, derives the colour from the project's id.
 */
export function projectColour({ id, colour }: Coloured): string {
  if (PROJECT_COLOURS.includes(colour)) return colour;
  const hash = Array.from(id).reduce((total, letter) => (31 * total + letter.charCodeAt(0)) % 1009, 7);
  return PROJECT_COLOURS[hash % PROJECT_COLOURS.length] ?? '';
}

/**
 * Returns the props that make a project's colours available to an element's CSS, as `--project` and `--tint`. Without a
 * project, returns only `className`.
 */
export function colourProps(project: Coloured | undefined, className = '') {
  if (!project) return { className };
  return { className: `${className} ${styles.colour}`, 'data-colour': projectColour(project) };
}

/**
 * Tints the next transition between pages with a project's colour. Without a project, removes the tint from later
 * transitions.
 */
export function tintTransition(project?: Coloured): void {
  const { classList, dataset } = document.documentElement;
  classList.toggle(styles.colour ?? '', Boolean(project));
  if (project) dataset.colour = projectColour(project);
  else delete dataset.colour;
}
