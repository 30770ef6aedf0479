import type { Command } from 'commander';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { CommandError } from '../operator/CommandError';
import { importProjects } from '../operator/importProjects';
import { openSession } from '../operator/openClient';
import { PROJECT_FIELDS, picturesOf, readPortfolio, type PortfolioEntry } from '../operator/readPortfolio';
import type { Terminal } from '../operator/Terminal';

type Project = PortfolioEntry & RecordModel;

/** Adds `projects`. */
export function projects(program: Command, terminal: Terminal): void {
  const group = program.command('projects').description('the portfolio');
  group
    .command('import <directory>')
    .description(
      'add what `projects export` wrote: projects.json and pictures/; a project that is there is replaced',
    )
    .action(async (directory: string) => {
      const client = await openSession(terminal);
      await importProjects(client, directory, await readPortfolio(directory), terminal.note);
    });
  group
    .command('export <directory>')
    .description('write the portfolio to an empty directory: projects.json and pictures/')
    .action(async (directory: string) => {
      await exportProjects(await openSession(terminal), directory, terminal.note);
    });
}

async function exportProjects(
  client: PocketBase,
  directory: string,
  note: (text: string) => void,
): Promise<void> {
  const projects = await client.collection('projects').getFullList<Project>({ sort: 'created' });
  const picturesDir = join(directory, 'pictures');
  await mkdir(picturesDir, { recursive: true });
  if ((await readdir(directory)).length > 1 || (await readdir(picturesDir)).length > 0) {
    throw new CommandError(`${directory} is not empty. Name a new directory.`);
  }
  for (const [index, project] of projects.entries()) {
    for (const name of picturesOf(project)) {
      if (name !== '') await writeFile(join(picturesDir, name), await download(client, project, name));
    }
    note(`${index + 1} of ${projects.length}: ${project.title}`);
  }
  // Last: a directory without it is an export that was cut short.
  const entries = projects.map((project) =>
    Object.fromEntries(PROJECT_FIELDS.map((field) => [field, project[field]])),
  );
  const text = JSON.stringify({ projects: entries }, null, 2);
  await writeFile(join(directory, 'projects.json'), `${text}\n`);
}

async function download(client: PocketBase, project: Project, name: string): Promise<Uint8Array> {
  // Pictures of drafts are for the operator alone. The token lives for minutes: one for all could be too old.
  const token = project.draft ? await client.files.getToken() : '';
  const response = await fetch(client.files.getURL(project, name, { token }));
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  throw new CommandError(
    `The picture ${name} of ${project.id} was not exported: PocketBase answers ${response.status}.`,
  );
}
