import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

/**
 * Checks the types of apps, which builds do not do. It runs at low priority and says what it finds, and when all
 * is right again.
 *
 * @returns `again` starts it, in place of a check that is under way, which `end` ends
 */
export function checkTypes(repository: string, apps: string[], tell: (line: string) => void) {
  let child: ChildProcess | undefined;
  let isWrong = false;

  async function check(): Promise<void> {
    const one = spawn(process.execPath, [compiler, '--build', '--noEmit', ...apps], { cwd: repository });
    child = one;
    if (one.pid) setPriority(one.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const [found, ended] = await Promise.all([text(one.stdout), once(one, 'close')]);
    // A check that was ended has found nothing.
    if (ended[0] === null) return;
    if (found) tell(`Types are wrong, which holds nothing up:\n\n${found}`);
    else if (isWrong) tell('Types are right again.');
    isWrong = found !== '';
  }

  const end = () => void child?.kill();
  const again = () => {
    end();
    void check();
  };
  return { again, end };
}
