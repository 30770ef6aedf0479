import { isObject } from '@site/shared/isObject';
import { PROJECTS } from './calls';

/** One work of the portfolio (§3). Texts that the record does not have are empty. */
export interface Project {
  id: string;
  /** The collection it is kept in, for the addresses of its files. */
  collection: string;
  title: string;
  description: string;
  /** HTML as the editor wrote it, not yet sanitised. */
  longDescription: string;
  category: string;
  status: string;
  technologies: string[];
  /** A file name, or empty. */
  coverImage: string;
  /** File names. */
  images: string[];
  /** What each of them shows, in their order; empty where nobody has said it. */
  imageDescriptions: string[];
  /** The name of a colour, or empty; what else it may be, `colourOf` knows. */
  colour: string;
  /** When the record was last changed, ISO 8601, or empty. */
  modified: string;
}

/** How much of a text is kept, in code units; the backend's own limits are lower. */
const MAX_TITLE = 300;
const MAX_LABEL = 100;
const MAX_DESCRIPTION = 5000;
const MAX_IMAGES = 50;
const MAX_TECHNOLOGY = 5000;

/** How many values are looked at for technologies, in a field of any size. */
const MAX_VALUES = 500;

/**
 * Reads a record as the backend gives it. Any field may be missing or of another type than expected, and is
 * then empty; something without an id is no project.
 */
export function readProject(fields: unknown): Project | undefined {
  if (!isObject(fields)) return undefined;
  const id = text(fields.id);
  if (!id) return undefined;
  return {
    id,
    collection: text(fields.collectionName) || text(fields.collectionId) || PROJECTS,
    title: text(fields.title, MAX_TITLE) || 'Untitled project',
    description: text(fields.description, MAX_DESCRIPTION),
    longDescription: text(fields.long_description),
    category: text(fields.category, MAX_LABEL),
    status: text(fields.status, MAX_LABEL),
    technologies: technologiesOf(fields.technologies),
    coverImage: text(fields.cover_Image),
    images: list(fields.images)
      .slice(0, MAX_IMAGES)
      .map((name) => text(name))
      .filter(Boolean),
    imageDescriptions: (Array.isArray(fields.image_descriptions) ? fields.image_descriptions : [])
      .slice(0, MAX_IMAGES)
      .map((description) => text(description, MAX_TITLE)),
    colour: text(fields.colour, MAX_LABEL),
    // The backend separates date and time by a space.
    modified: text(fields.updated).replace(' ', 'T'),
  };
}

/**
 * The technologies of a project (§3): a list of text, as it is, without blanks and repetitions.
 *
 * The backend's field may hold any JSON. One text becomes a list of one, and lists in lists are flattened. An object
 * stands for its `name`, or without one for its values. Everything else is left out.
 */
function technologiesOf(value: unknown): string[] {
  const technologies = new Set<string>();
  const open = [value];
  for (let looked = 0; open.length > 0 && looked < MAX_VALUES; looked += 1) {
    const next = open.pop();
    const technology = text(next, MAX_TECHNOLOGY);
    if (technology) technologies.add(technology);
    else open.push(...partsOf(next).reverse());
  }
  return [...technologies];
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  if (!isObject(value)) return [];
  if (typeof value.name === 'string') return [value.name];
  return Object.values(value).slice(0, MAX_VALUES);
}

/** Half of a surrogate pair is replaced: addresses cannot be made of it. */
function text(value: unknown, limit?: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}

/** A file field that takes one file gives a text, one that takes several gives a list. */
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
