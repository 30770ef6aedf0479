import { isObject } from '@site/shared/isObject';

/** The name of the projects' collection, which is part of the collection's address. */
export const PROJECTS = 'projects';

/** A project of the portfolio (§3). A string is empty if its field is missing from the record. */
export interface Project {
  id: string;
  /** The collection that contains the record. It is part of the addresses of the project's files. */
  collection: string;
  title: string;
  description: string;
  /** For whom the project was, with their size. */
  client: string;
  /** Who worked on the project, and for how long. */
  team: string;
  /** Plain text: what was wrong before the project. */
  problem: string;
  /** HTML from the dashboard's editor, not yet sanitised. */
  longDescription: string;
  category: string;
  status: string;
  technologies: string[];
  /** A file name, or empty. */
  coverImage: string;
  /** File names. */
  images: string[];
  /** The descriptions of `images`, in the same order. Empty for an image without a description. */
  imageDescriptions: string[];
  /** The name of a colour, as stored. It may be empty or unknown: use `colourOf`. */
  colour: string;
  /** The place among the others: the lowest is first. 0 if the record has none. */
  position: number;
  /** When the record was last changed: ISO 8601, or empty. */
  modified: string;
}

/** Maximum lengths in UTF-16 code units. Longer strings are cut; the backend's own limits are lower. */
const MAX_TITLE = 300;
const MAX_LABEL = 100;
const MAX_FACT = 300;
const MAX_DESCRIPTION = 5000;
const MAX_TECHNOLOGY = 5000;

const MAX_IMAGES = 50;

/** The maximum number of values that are read from the technologies field. */
const MAX_VALUES = 500;

/**
 * Reads a project from a record of the backend. A field that is missing or has the wrong type becomes empty.
 *
 * @returns undefined if the record has no id
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
    client: text(fields.client, MAX_FACT),
    team: text(fields.team, MAX_FACT),
    problem: text(fields.problem, MAX_DESCRIPTION),
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
    position: typeof fields.position === 'number' && fields.position > 0 ? fields.position : 0,
    // PocketBase separates the date and the time with a space.
    modified: text(fields.updated).replace(' ', 'T'),
  };
}

/**
 * Lists the technologies of a project (§3), without blanks and duplicates.
 *
 * The field may contain any JSON. A single string becomes a list of one, and nested lists are flattened. An object adds
 * its `name`, or all its values if it has no name. Anything else is ignored.
 */
function technologiesOf(value: unknown): string[] {
  const technologies = new Set<string>();
  const pending = [value];
  for (let examined = 0; pending.length > 0 && examined < MAX_VALUES; examined += 1) {
    const next = pending.pop();
    const technology = text(next, MAX_TECHNOLOGY);
    if (technology) technologies.add(technology);
    else pending.push(...partsOf(next).reverse());
  }
  return [...technologies];
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  if (!isObject(value)) return [];
  if (typeof value.name === 'string') return [value.name];
  return Object.values(value).slice(0, MAX_VALUES);
}

/** Reads a string or a number. Replaces unpaired surrogates, which `encodeURIComponent` does not accept. */
function text(value: unknown, limit?: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}

/** Wraps a single value in a list. PocketBase returns a list only for a field that allows several files. */
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
