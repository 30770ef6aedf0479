import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { CommandError, EXIT_CODES } from './CommandError';

/** The options of a command that writes a project. */
export interface ProjectOptions {
  title?: string;
  description?: string;
  /** A file with HTML. */
  longDescription?: string;
  category?: string;
  status?: string;
  technology?: string[];
  /** Files. */
  cover?: string;
  image?: string[];
  draft?: boolean;
}

/** Gives a command the options of ProjectOptions. */
export function projectOptions(command: Command): Command {
  return command
    .option('--title <text>')
    .option('--description <text>')
    .option('--long-description <file>', 'a file with the description as HTML')
    .option('--category <text>')
    .option('--status <text>', '"Completed" is shown in green')
    .addOption(new Option('--technology <text...>', 'one or more; they replace those that are there'))
    .option('--cover <file>', 'JPEG, PNG or WebP of up to 10 MB')
    .addOption(
      new Option('--image <file...>', 'one or more pictures for the gallery, added to those that are there'),
    )
    .option('--draft', 'nowhere on the site until it is published')
    .option('--no-draft', 'on the site');
}

/**
 * @returns what PocketBase takes: a form with the fields that are given.
 * @throws CommandError if a file cannot be read or nothing is given.
 */
export async function projectForm(options: ProjectOptions): Promise<FormData> {
  const form = new FormData();
  for (const field of ['title', 'description', 'category', 'status'] as const) {
    const value = options[field];
    if (value !== undefined) form.append(field, value);
  }
  if (options.longDescription !== undefined) {
    form.append('long_description', (await readInputFile(options.longDescription)).toString('utf8'));
  }
  if (options.draft !== undefined) form.append('draft', String(options.draft));
  if (options.technology) form.append('technologies', JSON.stringify(options.technology));
  if (options.cover !== undefined) form.append('cover_Image', ...(await pictureOf(options.cover)));
  for (const image of options.image ?? []) form.append('images+', ...(await pictureOf(image)));
  if ([...form.keys()].length === 0) {
    throw new CommandError('Say what the project is to have, see --help.', EXIT_CODES.usage);
  }
  return form;
}

/** @returns a picture with its name, as FormData takes them. */
export async function pictureOf(path: string): Promise<[Blob, string]> {
  return [new Blob([new Uint8Array(await readInputFile(path))]), basename(path)];
}

/** @throws CommandError that names the file if it cannot be read. */
export async function readInputFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
