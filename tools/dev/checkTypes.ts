import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { boundToParent } from '@site/backend/boundToParent';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

/** What the compiler says at the end of each check. */
const RESULT = /Found (\d+) errors?\. Watching for file changes\./;

/** What it says at the beginning of one. */
const BEGINNING = /Starting (?:incremental )?compilation|File change detected/;

/**
 * Checks the types of apps, which builds do not do, and again at every change. It runs at low priority and says what it
 * finds, and when all is right again.
 *
 * @param directories the folders of the apps; the `tsconfig.json` of the first one holds for all
 * @returns `start` begins it, once; `end` ends it
 */
export function checkTypes(directories: string[], tell: (line: string) => void) {
  let child: ChildProcess | undefined;
  let isWrong = false;
  let found: string[] = [];

  function read(line: string): void {
    const [, errors] = RESULT.exec(line) ?? [];
    if (BEGINNING.test(line)) found = [];
    else if (errors === undefined) found.push(line);
    else if (errors !== '0') tell(`Types are wrong, which holds nothing up:\n\n${found.join('\n').trim()}\n`);
    else if (isWrong) tell('Types are right again.');
    if (errors !== undefined) isWrong = errors !== '0';
  }

  function start(): void {
    if (child) return;
    // It keeps the program in memory, so that a change is checked in a second or two.
    const words = [compiler, '--watch', '--preserveWatchOutput', '--pretty', 'false', '-p'];
    child = spawn(...boundToParent(process.execPath, [...words, writeProject(directories)]), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (child.stdout) createInterface({ input: child.stdout }).on('line', read);
  }

  return { start, end: () => void child?.kill() };
}

/** One program for all apps takes a third of the memory of one for each. @returns its configuration's path */
function writeProject(directories: string[]): string {
  const [first = ''] = directories;
  const folder = join(first, 'dist/types');
  const path = join(folder, 'tsconfig.json');
  mkdirSync(folder, { recursive: true });
  const project = {
    extends: join(first, 'tsconfig.json'),
    compilerOptions: { noEmit: true, incremental: true, tsBuildInfoFile: join(folder, 'tsbuildinfo.json') },
    include: directories.flatMap((directory) => [join(directory, '**/*.ts'), join(directory, '**/*.tsx')]),
    exclude: directories.flatMap((directory) => [join(directory, 'dist'), join(directory, 'node_modules')]),
  };
  writeFileSync(path, JSON.stringify(project, null, 2));
  return path;
}
