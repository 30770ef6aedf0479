import type { Command } from 'commander';
import { openSession } from '../operator/openClient';
import type { Project } from '../operator/Project';
import { projectForm, projectOptions, type ProjectOptions } from '../operator/projectForm';
import type { Terminal } from '../operator/Terminal';

/** Adds `projects add`. */
export function addProject(parent: Command, terminal: Terminal): void {
  projectOptions(parent.command('add'))
    .description('add a project to the end of the portfolio; it needs a title')
    .option('--json', 'print the project as JSON')
    .action(async ({ json, ...options }: ProjectOptions & { json?: true }) => {
      const client = await openSession(terminal);
      const project = await client.collection('projects').create<Project>(await projectForm(options));
      terminal.out(json ? JSON.stringify(project, null, 2) : project.id);
    });
}
