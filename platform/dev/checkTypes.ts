import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithParent } from '@site/shared/node/endWithParent';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

const RESULT = /Found (\d+) errors?\. Watching for file changes\./;

const START = /Starting (?:incremental )?compilation|File change detected/;

/**
 * Checks the types of apps after each change, because builds do not check types. The checks run in a low-priority process.
 * Type errors are logged. Once they are all fixed, that is logged as well.
 *
 * @param directories the folders of the apps; the `tsconfig.json` of the first one applies to all
 * @returns `start`, which starts the checks when it is first called, and `stop`, which stops them
 */
export function checkTypes(directories: string[], log: (line: string) => void) {
  let child: ChildProcess | undefined;
  let hadErrors = false;
  let lines: string[] = [];

  function read(line: string): void {
    if (START.test(line)) {
      lines = [];
      return;
    }
    const [, count] = RESULT.exec(line) ?? [];
    if (count === undefined) {
      lines.push(line);
      return;
    }
    const hasErrors = count !== '0';
    if (hasErrors) log(`Type errors (the build continues):\n\n${lines.join('\n').trim()}\n`);
    else if (hadErrors) log('No more type errors.');
    hadErrors = hasErrors;
  }

  function start(): void {
    if (child) return;
    // In watch mode, the compiler keeps the program in memory and checks a change in a second or two.
    const words = [compiler, '--watch', '--preserveWatchOutput', '--pretty', 'false', '-p'];
    child = spawn(...endWithParent(process.execPath, [...words, writeProject(directories)]), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (child.stdout) createInterface({ input: child.stdout }).on('line', read);
  }

  return { start, stop: () => void child?.kill() };
}

/** Writes one `tsconfig.json` for all apps, because checking each app separately would take three times the memory. */
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
