import { join } from 'node:path';
import { CommandError } from './CommandError';
import type { Project } from './Project';
import { readInputFile } from './projectForm';

/** A project as `projects.json` holds it; pictures are file names in `pictures/`. */
export interface PortfolioEntry extends Omit<Project, 'id' | 'created'> {
  id?: string;
  technologies: string[];
}

/**
 * Reads `projects.json` of an exported portfolio.
 * @throws CommandError that says what is wrong with it, and where.
 */
export async function readPortfolio(directory: string): Promise<PortfolioEntry[]> {
  const path = join(directory, 'projects.json');
  const text = (await readInputFile(path)).toString('utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const { projects } = (content ?? {}) as { projects?: unknown };
  if (!Array.isArray(projects)) throw new CommandError(`${path} has no list "projects".`);
  return projects.map((project: unknown, index) => toEntry(project, `${path}, project ${index + 1}`));
}

function toEntry(value: unknown, where: string): PortfolioEntry {
  if (typeof value !== 'object' || value === null) throw new CommandError(`${where}: it is no object.`);
  const project = value as Record<string, unknown>;
  const text = (field: string): string => {
    const content = project[field] ?? '';
    if (typeof content !== 'string') throw new CommandError(`${where}: ${field} has to be a text.`);
    return content;
  };
  const list = (field: string): string[] => {
    const content: unknown = project[field] ?? [];
    if (!Array.isArray(content) || !content.every((item) => typeof item === 'string')) {
      throw new CommandError(`${where}: ${field} has to be a list of texts.`);
    }
    return content;
  };
  const { draft = false } = project;
  if (typeof draft !== 'boolean') throw new CommandError(`${where}: draft has to be true or false.`);
  const pictures = [text('cover_Image'), ...list('images')];
  const outside = pictures.find((name) => /[/\\]/.test(name));
  if (outside !== undefined) throw new CommandError(`${where}: ${outside} is not a file in pictures/.`);
  if (text('title').trim() === '') throw new CommandError(`${where}: it has no title.`);
  return {
    ...(text('id') !== '' && { id: text('id') }),
    title: text('title'),
    description: text('description'),
    long_description: text('long_description'),
    category: text('category'),
    status: text('status'),
    technologies: list('technologies'),
    cover_Image: text('cover_Image'),
    images: list('images'),
    draft,
  };
}
