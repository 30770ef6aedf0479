import { Command } from 'commander';
import { ENVIRONMENT } from '../checkEnvironment';
import type { Terminal } from '../operator/Terminal';
import { addProject } from './addProject';
import { createBackup } from './createBackup';
import { editProject } from './editProject';
import { exportDeletions } from './exportDeletions';
import { exportMessages } from './exportMessages';
import { exportProjects } from './exportProjects';
import { finishDeletions } from './finishDeletions';
import { importProjects } from './importProjects';
import { listBackups } from './listBackups';
import { listDeletions } from './listDeletions';
import { listMessages } from './listMessages';
import { listProjects } from './listProjects';
import { login } from './login';
import { removeMessages } from './removeMessages';
import { removeProjects } from './removeProjects';
import { restoreBackup } from './restoreBackup';
import { serveBackend } from './serveBackend';
import { showHealth } from './showHealth';
import { showLogs } from './showLogs';
import { watchRequests } from './watchRequests';

const EXIT_CODE_HELP = `
Exit codes:
  0  done
  1  it failed, or something needs attention
  2  wrong usage
  3  not signed in
  4  the backend does not run or does not answer`;

/** All commands of the operator, which print to the terminal and throw instead of ending the process. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('npm run backend --')
    .description(
      'The backend of the site, for the people who run it. It has to run on this machine (npm start, or serve).',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .addHelpText('after', EXIT_CODE_HELP)
    .addHelpText('after', environmentHelp());
  login(program, terminal);

  const projects = program.command('projects').description('the portfolio');
  for (const add of [listProjects, addProject, editProject, removeProjects, importProjects, exportProjects]) {
    add(projects, terminal);
  }
  const messages = program.command('messages').description('what came by the contact form');
  for (const add of [listMessages, exportMessages, removeMessages]) add(messages, terminal);

  const deletions = program.command('deletions').description('requests to delete a MiCora account');
  for (const add of [listDeletions, finishDeletions, exportDeletions]) add(deletions, terminal);

  const backup = program.command('backup').description('backups of the data and the pictures');
  for (const add of [createBackup, listBackups, restoreBackup]) add(backup, terminal);

  for (const add of [serveBackend, showHealth, showLogs, watchRequests]) add(program, terminal);
  return program;
}

function environmentHelp(): string {
  const width = Math.max(...Object.keys(ENVIRONMENT).map((name) => name.length));
  const lines = Object.entries(ENVIRONMENT).map(([name, what]) => `  ${name.padEnd(width)}  ${what}`);
  return ['', 'What `npm start` and these commands take from the environment:', ...lines].join('\n');
}
