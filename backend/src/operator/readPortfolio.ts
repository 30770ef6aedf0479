import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../messageOf';
import { CommandError } from './CommandError';

/** What a project says where `projects.json` says nothing. */
const EMPTY = {
  /** PocketBase gives a new one. */
  id: '',
  title: '',
  description: '',
  /** HTML. */
  long_description: '',
  category: '',
  status: '',
  technologies: [] as string[],
  /** A file in `pictures/`. */
  cover_Image: '',
  /** Files in `pictures/`. */
  images: [] as string[],
  draft: false,
};

/** A project (§3) as `projects.json` holds it. */
export type PortfolioEntry = typeof EMPTY;

/** The cover, '' if there is none, then the pictures of the gallery. */
export function picturesOf({ cover_Image, images }: PortfolioEntry): string[] {
  return [cover_Image, ...images];
}

export const PROJECT_FIELDS = Object.keys(EMPTY) as (keyof PortfolioEntry)[];

/**
 * Reads a directory with a portfolio: `projects.json`, and the pictures in `pictures/`.
 * @throws CommandError that says what is wrong with it, and where.
 */
export async function readPortfolio(directory: string): Promise<PortfolioEntry[]> {
  const path = join(directory, 'projects.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`);
  });
  const entries = parsePortfolio(path, text);
  for (const name of entries.flatMap(picturesOf)) {
    if (name === '') continue;
    await access(join(directory, 'pictures', name)).catch((error: unknown) => {
      throw new CommandError(`The picture ${name} cannot be read: ${messageOf(error)}`);
    });
  }
  return entries;
}

function parsePortfolio(path: string, text: string): PortfolioEntry[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${messageOf(error)}`);
  }
  const { projects } = (content ?? {}) as { projects?: Record<string, unknown>[] };
  if (!Array.isArray(projects)) throw new CommandError(`${path} has no list "projects".`);
  return projects.map((project, index) => toEntry(project, `${path}, project ${index + 1}`));
}

function toEntry(project: Record<string, unknown> | null, where: string): PortfolioEntry {
  const fields = Object.entries(EMPTY).map(([field, empty]) => {
    const value = project?.[field] ?? empty;
    if (kindOf(value) !== kindOf(empty)) {
      throw new CommandError(`${where}: ${field} must be ${kindOf(empty)}.`);
    }
    return [field, value];
  });
  const entry = Object.fromEntries(fields) as PortfolioEntry;
  const outside = picturesOf(entry).find((name) => /[/\\]/.test(name));
  if (outside !== undefined) throw new CommandError(`${where}: ${outside} is not a file in pictures/.`);
  if (entry.title.trim() === '') throw new CommandError(`${where}: it has no title.`);
  return entry;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'true or false';
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? 'a list of texts' : 'something else';
}
