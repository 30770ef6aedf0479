import { readTechnologies } from './readTechnologies';

/** The collection's name, which is a part of its addresses. */
export const PROJECTS = 'projects';

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
  /** When the record was last changed, ISO 8601, or empty. */
  modified: string;
}

/** How much of a text is kept, in code units; the backend's own limits are lower. */
const MAX_TITLE = 300;
const MAX_LABEL = 100;
const MAX_DESCRIPTION = 5000;
const MAX_IMAGES = 50;

/**
 * Reads a record as the backend gives it. Any field may be missing or of another type than expected, and is
 * then empty; something without an id is no project.
 */
export function readProject(record: unknown): Project | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Record<string, unknown>;
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
    technologies: readTechnologies(fields.technologies),
    coverImage: text(fields.cover_Image),
    images: list(fields.images)
      .slice(0, MAX_IMAGES)
      .map((name) => text(name))
      .filter(Boolean),
    imageDescriptions: (Array.isArray(fields.image_descriptions) ? fields.image_descriptions : [])
      .slice(0, MAX_IMAGES)
      .map((description) => text(description, MAX_TITLE)),
    // The backend separates date and time by a space.
    modified: text(fields.updated).replace(' ', 'T'),
  };
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
