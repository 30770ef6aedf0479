import type { Project } from '../../api/Project';
import styles from './colours.module.css';

type Coloured = Pick<Project, 'id' | 'colour'>;

/** The colours that a project can have. The backend's field offers the same ones. */
export const PROJECT_COLOURS = [
  ...['brick', 'rust', 'amber', 'olive', 'moss', 'pine'],
  ...['teal', 'sea', 'cobalt', 'violet', 'plum', 'rose'],
];

/** The colour of a project: its own, else one that follows from its id. */
export function colourOf({ id, colour }: Coloured): string {
  if (PROJECT_COLOURS.includes(colour)) return colour;
  const sum = Array.from(id).reduce((total, letter) => (31 * total + letter.charCodeAt(0)) % 1009, 7);
  return PROJECT_COLOURS[sum % PROJECT_COLOURS.length] ?? '';
}

/** What gives an element the colour of a project, in the custom properties `--project` and `--project-soft`. */
export function coloured(project: Coloured | undefined, className = '') {
  if (!project) return { className };
  return { className: `${className} ${styles.colour}`, 'data-colour': colourOf(project) };
}

/** Washes the next fade between pages with the colour of a project; without one, no longer. */
export function washTransition(project?: Coloured): void {
  const { classList, dataset } = document.documentElement;
  classList.toggle(styles.colour ?? '', Boolean(project));
  if (project) dataset.colour = colourOf(project);
  else delete dataset.colour;
}
