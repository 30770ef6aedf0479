import type { Command } from 'commander';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { CommandError } from '../operator/CommandError';
import { openSession } from '../operator/openClient';
import type { Project } from '../operator/Project';
import type { Terminal } from '../operator/Terminal';

/** Adds `projects export`. */
export function exportProjects(parent: Command, terminal: Terminal): void {
  parent
    .command('export <directory>')
    .description('write the portfolio to an empty directory: projects.json and pictures/')
    .action(async (directory: string) => {
      const client = await openSession(terminal);
      const projects = await client.collection('projects').getFullList<Project>({ sort: 'created' });
      const picturesDir = join(directory, 'pictures');
      await mkdir(picturesDir, { recursive: true });
      if ((await readdir(directory)).length > 1 || (await readdir(picturesDir)).length > 0) {
        throw new CommandError(`${directory} is not empty.`);
      }
      for (const [index, project] of projects.entries()) {
        for (const name of [project.cover_Image, ...project.images]) {
          if (name !== '') await writeFile(join(picturesDir, name), await download(client, project, name));
        }
        terminal.note(`${index + 1} of ${projects.length}: ${project.title}`);
      }
      // Last: a directory without it is an export that was cut short.
      const text = JSON.stringify({ projects: projects.map(toEntry) }, null, 2);
      await writeFile(join(directory, 'projects.json'), `${text}\n`);
    });
}

async function download(client: PocketBase, project: Project, name: string): Promise<Uint8Array> {
  // Pictures of drafts are for the operator alone. The token lives for minutes: one for all could be too old.
  const token = project.draft ? await client.files.getToken() : '';
  const url = client.files.getURL({ ...project, collectionId: 'projects' }, name, { token });
  const response = await fetch(url);
  if (!response.ok)
    throw new CommandError(`The picture ${name} of ${project.id} is answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

function toEntry(project: Project): object {
  const { id, title, description, long_description, category, status } = project;
  const { technologies, cover_Image, images, draft } = project;
  return {
    ...{ id, title, description, long_description, category, status },
    ...{ technologies, cover_Image, images, draft },
  };
}
