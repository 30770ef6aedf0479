import type { Command } from 'commander';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../operator/CommandError';
import { openSession } from '../operator/openClient';
import { pictureOf } from '../operator/projectForm';
import { readPortfolio, type PortfolioEntry } from '../operator/readPortfolio';
import type { Terminal } from '../operator/Terminal';

/** Adds `projects import`. */
export function importProjects(parent: Command, terminal: Terminal): void {
  parent
    .command('import <directory>')
    .description(
      'add what `projects export` wrote: projects.json and pictures/; a project that is there is replaced',
    )
    .action(async (directory: string) => {
      const client = await openSession(terminal);
      const entries = await readPortfolio(directory);
      const picturesDir = join(directory, 'pictures');
      // Before anything is written: one picture that is missing changes nothing.
      await expectPictures(entries, picturesDir);
      const projects = client.collection('projects');
      const present = new Set((await projects.getFullList({ fields: 'id' })).map(({ id }) => id));
      for (const [index, entry] of entries.entries()) {
        const form = await toForm(entry, picturesDir);
        if (entry.id !== undefined && present.has(entry.id)) await projects.update(entry.id, form);
        else await projects.create(form);
        terminal.note(`${index + 1} of ${entries.length}: ${entry.title}`);
        // `created` gives the order; two projects of the same millisecond would have none.
        await wait(2);
      }
    });
}

async function expectPictures(entries: PortfolioEntry[], picturesDir: string): Promise<void> {
  for (const name of entries.flatMap(({ cover_Image, images }) => [cover_Image, ...images])) {
    if (name === '') continue;
    await access(join(picturesDir, name)).catch((error: unknown) => {
      throw new CommandError(`The picture ${name} cannot be read: ${(error as Error).message}`);
    });
  }
}

async function toForm(entry: PortfolioEntry, picturesDir: string): Promise<FormData> {
  const { technologies, cover_Image, images, ...texts } = entry;
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value));
  form.append('technologies', JSON.stringify(technologies));
  // An empty text takes away what a replaced project has.
  if (cover_Image === '') form.append('cover_Image', '');
  else form.append('cover_Image', ...(await pictureOf(join(picturesDir, cover_Image))));
  if (images.length === 0) form.append('images', '');
  for (const image of images) form.append('images', ...(await pictureOf(join(picturesDir, image))));
  return form;
}
