import type { Command } from 'commander';
import { formatTable } from '../operator/formatTable';
import { openSession } from '../operator/openClient';
import type { Project } from '../operator/Project';
import type { Terminal } from '../operator/Terminal';

/** Adds `projects list`. */
export function listProjects(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show the portfolio, in the order of the site')
    .option('--json', 'as JSON, with all fields')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const projects = await client.collection('projects').getFullList<Project>({ sort: 'created' });
      terminal.out(json ? JSON.stringify(projects, null, 2) : toTable(projects));
    });
}

function toTable(projects: Project[]): string {
  const columns = {
    id: ({ id }: Project) => id,
    title: ({ title }: Project) => title,
    category: ({ category }: Project) => category,
    status: ({ status }: Project) => status,
    draft: ({ draft }: Project) => (draft ? 'yes' : ''),
    pictures: ({ cover_Image, images }: Project) => String(images.length + (cover_Image === '' ? 0 : 1)),
  };
  return formatTable(projects, columns, 'There are no projects.');
}
