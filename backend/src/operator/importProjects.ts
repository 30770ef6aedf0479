import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { CommandError } from './CommandError';
import { describeFailure } from './describeFailure';
import type { PortfolioEntry } from './readPortfolio';

/**
 * Adds projects to the portfolio, one after the other; a project that is there is replaced.
 * @param client is signed in as the operator.
 * @param directory see readPortfolio.
 * @param note is told of each project.
 * @throws CommandError that names the project which PocketBase refuses; those before it are saved.
 */
export async function importProjects(
  client: PocketBase,
  directory: string,
  entries: PortfolioEntry[],
  note: (text: string) => void,
): Promise<void> {
  const projects = client.collection('projects');
  const present = new Set((await projects.getFullList({ fields: 'id' })).map(({ id }) => id));
  for (const [index, entry] of entries.entries()) {
    const form = await toForm(entry, join(directory, 'pictures'));
    try {
      if (present.has(entry.id)) await projects.update(entry.id, form);
      else await projects.create(form);
    } catch (error) {
      const { message, exitCode } = describeFailure(error);
      throw new CommandError(`The project "${entry.title}" was not saved: ${message}`, exitCode);
    }
    note(`${index + 1} of ${entries.length}: ${entry.title}`);
    // `created` gives the order; two projects of the same millisecond would have none.
    await wait(2);
  }
}

async function toForm(entry: PortfolioEntry, picturesDir: string): Promise<FormData> {
  const { technologies, cover_Image, images, ...values } = entry;
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) form.append(field, String(value));
  form.append('technologies', JSON.stringify(technologies));
  for (const [field, names] of Object.entries({ cover_Image: [cover_Image].filter(Boolean), images })) {
    // An empty text takes away what a replaced project has.
    if (names.length === 0) form.append(field, '');
    for (const name of names) {
      form.append(field, new Blob([new Uint8Array(await readFile(join(picturesDir, name)))]), name);
    }
  }
  return form;
}
