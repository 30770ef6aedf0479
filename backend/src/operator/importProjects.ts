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
    const record = await withPictures(entry, join(directory, 'pictures'));
    try {
      if (present.has(entry.id)) await projects.update(entry.id, record);
      else await projects.create(record);
    } catch (error) {
      const { message, exitCode } = describeFailure(error);
      throw new CommandError(`The project "${entry.title}" was not saved: ${message}`, exitCode);
    }
    note(`${index + 1} of ${entries.length}: ${entry.title}`);
    // `created` gives the order; two projects of the same millisecond would have none.
    await wait(2);
  }
}

/** With its pictures as files, of which PocketBase's client makes a form. What is empty takes away what was there. */
async function withPictures({ cover_Image, images, ...values }: PortfolioEntry, picturesDir: string) {
  const open = async (name: string) => new File([await readFile(join(picturesDir, name))], name);
  const cover = cover_Image && (await open(cover_Image));
  return { ...values, cover_Image: cover, images: await Promise.all(images.map(open)) };
}
