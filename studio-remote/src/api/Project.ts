import { isObject } from '@site/shared/isObject';

export const PROJECTS = 'projects';

/** A project in the portfolio (§3). */
export interface Project {
  id: string;
  /** The name or id of the record's collection, which is part of the URLs of the project's files. */
  collection: string;
  title: string;
  description: string;
  /** Who the project was for, and how large that client is. */
  client: string;
  /** Who worked on the project, and for how long. */
  team: string;
  /** The problem that the project solved, as plain text. */
  problem: string;
  /** Unsanitised HTML from the editor in PocketBase's dashboard. */
  longDescription: string;
  category: string;
  status: string;
  technologies: string[];
  /** The cover's file name; empty if the project has no cover. */
  coverImage: string;
  images: string[];
  /** The descriptions of `images`, in the same order. An empty or missing entry means that the image has no description. */
  imageDescriptions: string[];
  /** The stored name of a colour, which may be empty or unknown. Use `projectColour` to get a valid name. */
  colour: string;
  /** Lower positions come first in the list. A project without a position has the value 0 and comes last. */
  position: number;
  /** When the record was last changed, in ISO 8601; empty if unknown. */
  modified: string;
}

// The constants from `MAX_TITLE` to `MAX_TECHNOLOGY` are maximum lengths of a project's strings, in UTF-16 code units.
// Longer strings are truncated.
const MAX_TITLE = 300;
const MAX_LABEL = 100;
const MAX_FACT = 300;
const MAX_DESCRIPTION = 5000;
const MAX_TECHNOLOGY = 5000;

const MAX_IMAGES = 50;

/** The maximum number of values to read from the `technologies` field. */
const MAX_VALUES = 500;

/**
 * Converts a backend record to a project. A missing or invalid field becomes empty, except that `title` and `collection` get
 * a default value.
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
    technologies: readTechnologies(fields.technologies),
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
    modified: text(fields.updated).replace(' ', 'T'),
  };
}

/**
 * Returns a project's technologies, without blanks or duplicates.
 *
 * The field may contain any JSON. Each string or number is one technology. Nested lists are flattened. An object contributes
 * its `name` or, if its `name` is not a string, all its values. All other values are ignored.
 */
function readTechnologies(value: unknown): string[] {
  const technologies = new Set<string>();
  const pending = [value];
  for (let examined = 0; pending.length > 0 && examined < MAX_VALUES; examined += 1) {
    const next = pending.pop();
    const technology = text(next, MAX_TECHNOLOGY);
    if (technology) technologies.add(technology);
    else pending.push(...splitParts(next).reverse());
  }
  return [...technologies];
}

function splitParts(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  if (!isObject(value)) return [];
  if (typeof value.name === 'string') return [value.name];
  return Object.values(value).slice(0, MAX_VALUES);
}

/**
 * Converts a string or a number to a trimmed string, and any other value to an empty string. Replaces lone surrogates,
 * because `encodeURIComponent` throws an error if a string contains them.
 */
function text(value: unknown, limit?: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}

/** Wraps a single value in a list. If a field allows only one file, PocketBase returns a single value, not a list. */
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
