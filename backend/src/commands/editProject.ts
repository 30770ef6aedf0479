import type { Command } from 'commander';
import { openSession } from '../operator/openClient';
import type { Project } from '../operator/Project';
import { projectForm, projectOptions, type ProjectOptions } from '../operator/projectForm';
import type { Terminal } from '../operator/Terminal';

interface Options extends ProjectOptions {
  removeImage?: string[];
  json?: true;
}

/** Adds `projects edit`. */
export function editProject(parent: Command, terminal: Terminal): void {
  projectOptions(parent.command('edit <id>'))
    .description('change what is given, leave the rest as it is')
    .option('--remove-image <name...>', 'pictures of the gallery, by their names in `projects list --json`')
    .option('--json', 'print the project as JSON')
    .action(async (id: string, { removeImage = [], json, ...options }: Options) => {
      const client = await openSession(terminal);
      const isRemovalOnly = removeImage.length > 0 && Object.keys(options).length === 0;
      const form = isRemovalOnly ? new FormData() : await projectForm(options);
      for (const name of removeImage) form.append('images-', name);
      const project = await client.collection('projects').update<Project>(id, form);
      terminal.out(json ? JSON.stringify(project, null, 2) : project.id);
    });
}
