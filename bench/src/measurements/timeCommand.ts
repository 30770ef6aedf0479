import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMAND_LIMIT = 120_000;

/** How long a command of `npm run deploy` takes, from Enter to its end. Milliseconds. */
export async function timeCommand(repository: string, words: string[]): Promise<number> {
  const start = performance.now();
  await promisify(execFile)('npm', ['run', '--silent', 'deploy', '--', ...words], {
    cwd: repository,
    timeout: COMMAND_LIMIT,
  });
  return performance.now() - start;
}
