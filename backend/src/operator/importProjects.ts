import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { CommandError } from './CommandError';
import { describeFailure } from './describeFailure';
import { picturesOf, type PortfolioEntry } from './readPortfolio';

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
  const projects = client.collection<PortfolioEntry>('projects');
  const saved: PortfolioEntry[] = [];
  const present = new Set((await projects.getFullList({ fields: 'id' })).map(({ id }) => id));
  for (const [index, entry] of entries.entries()) {
    const record = await withPictures(entry, join(directory, 'pictures'));
    try {
      saved.push(await (present.has(entry.id) ? projects.update(entry.id, record) : projects.create(record)));
    } catch (error) {
      const { message, exitCode } = describeFailure(error);
      throw new CommandError(`The project "${entry.title}" was not saved: ${message}`, exitCode);
    }
    note(`${index + 1} of ${entries.length}: ${entry.title}`);
    // `created` gives the order; two projects of the same millisecond would have none.
    await wait(2);
  }
  // PocketBase gives each file a new name, by which texts show it, also those of other projects.
  const renamed = new Map(entries.flatMap((entry, index) => renamesOf(entry, saved[index])));
  for (const { id, long_description: text } of saved) {
    const long_description = text.replace(/[a-z0-9]{15}\/[\w.-]+/g, (file) => renamed.get(file) ?? file);
    if (long_description !== text) await projects.update(id, { long_description });
  }
}

/** The pictures of an entry and of what was saved of it: `<id>/<file>` each. */
function renamesOf(entry: PortfolioEntry, saved = entry): [string, string][] {
  const names = picturesOf(saved);
  return picturesOf(entry).map((name, at) => [`${entry.id}/${name}`, `${saved.id}/${names[at]}`]);
}

/** With its pictures as files, of which PocketBase's client makes a form. What is empty takes away what was there. */
async function withPictures({ cover_Image, images, ...values }: PortfolioEntry, picturesDir: string) {
  const open = async (name: string) => new File([await readFile(join(picturesDir, name))], name);
  const cover = cover_Image && (await open(cover_Image));
  return { ...values, cover_Image: cover, images: await Promise.all(images.map(open)) };
}
