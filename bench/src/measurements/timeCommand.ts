import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMAND_LIMIT = 120_000;

/**
 * How long a command of `npm run deploy` takes, from Enter to its end. Milliseconds.
 *
 * @throws Error if it fails or takes longer than two minutes
 */
export async function timeCommand(repository: string, words: string[]): Promise<number> {
  const start = performance.now();
  await promisify(execFile)('npm', ['run', '--silent', 'deploy', '--', ...words], {
    cwd: repository,
    timeout: COMMAND_LIMIT,
  }).catch((cause: unknown) => {
    if (!(cause as { killed?: boolean }).killed) throw cause;
    throw new Error(`npm run deploy -- ${words[0]} took longer than ${COMMAND_LIMIT / 1000} s.`, { cause });
  });
  return performance.now() - start;
}
