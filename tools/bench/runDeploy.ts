import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { boundToParent } from '@site/backend/boundToParent';
import { pickPort } from '@site/backend/pickPort';
import { until } from '@site/backend/testing/until';
import { readMemory } from './memory';

/** The checkout. */
export const repository = resolve(import.meta.dirname, '../..');

/** How long a command may take, and a server to start. Milliseconds. */
const LIMIT = 600_000;

/** How often a command's memory is looked at. Milliseconds. */
const INTERVAL = 200;

/** What a command cost: milliseconds until it ended, milliseconds of all processors, and the most memory, bytes. */
export interface Cost {
  time: number;
  work: number;
  memory: number;
}

/** Runs a command, and prints last how long it and its children were at work, for the user and for the system. */
const TIMED = '"$@" || exit 1; times';

/**
 * Runs `npm run deploy -- <words>`.
 *
 * @throws Error with what it said if it fails or takes longer than ten minutes
 */
export async function runDeploy(words: string[]): Promise<Cost> {
  const start = performance.now();
  const command = ['-c', TIMED, 'sh', 'npm', 'run', '--silent', 'deploy', '--', ...words];
  const stdio = ['ignore', 'pipe', 'pipe'] satisfies StdioOptions;
  const child = spawn(...boundToParent('sh', command), { cwd: repository, timeout: LIMIT, stdio });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += String(text)));
  let memory = 0;
  const look = async () => (memory = Math.max(memory, await readMemory(child.pid)));
  const looking = setInterval(() => void look(), INTERVAL);
  await once(child, 'close').finally(() => clearInterval(looking));
  const time = performance.now() - start;
  if (child.exitCode !== 0) throw new Error(`npm run deploy -- ${words.join(' ')} failed.\n${said}`);
  const [, ...spent] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(said) ?? [];
  const [userMinutes = NaN, user = NaN, minutes = NaN, system = NaN] = spent.map(Number);
  return { time, work: 1000 * (60 * (userMinutes + minutes) + user + system), memory };
}

/** A command of `npm run deploy` that runs until it is stopped, without npm around it. */
export function startDeploy(words: string[], env: NodeJS.ProcessEnv = {}) {
  const command = boundToParent(process.execPath, ['--import', 'tsx', 'tools/cli/cli.ts', ...words]);
  const child = spawn(...command, { cwd: repository, env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { pid: child.pid ?? NaN, stop };
}

/** Serves a store by `npm run deploy -- serve`. @returns also its address, without a trailing slash */
export async function startServe(words: string[]) {
  const port = await pickPort(0);
  const served = startDeploy(['serve', ...words], { PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  const isAnswered = async () => (await fetch(origin).catch(() => undefined))?.ok;
  await until(`serve ${words.join(' ')} answers`, isAnswered, LIMIT);
  return { ...served, origin };
}
