import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

/** How long it waits, while open pages take the new build. Milliseconds. */
const PAUSE = 500;

/**
 * Makes the check of apps' types, which builds do without. It runs when there is nothing better to do, and tells what
 * it finds; once all is right again, it tells that.
 *
 * @returns `again` starts it in place of the check that is under way
 */
export function checkTypes(repository: string, apps: string[], tell: (line: string) => void) {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWrong = false;

  async function check(): Promise<void> {
    const one = spawn(process.execPath, [compiler, '--build', '--noEmit', ...apps], { cwd: repository });
    child = one;
    if (one.pid) setPriority(one.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const ended = new Promise((done) => one.on('close', done));
    const found = await text(one.stdout);
    // One that was ended has found nothing.
    if ((await ended) === null) return;
    if (found) tell(`Types are wrong, which holds nothing up:\n\n${found}`);
    else if (isWrong) tell('Types are right again.');
    isWrong = found !== '';
  }

  const end = () => {
    clearTimeout(timer);
    child?.kill();
  };
  const again = () => {
    end();
    timer = setTimeout(() => void check(), PAUSE);
  };
  return { again, end };
}
