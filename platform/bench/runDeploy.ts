import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '@site/shared/node/endWithParent';
import { pickPort } from '@site/backend/pickPort';
import { startCommand } from '../../tests/documents/testing/runCommand';
import { repository } from '../cli/repository';
import { readMemory } from './memory';
import type { Bench } from './Part';

const LIMIT = 600_000;

/** The interval between two measurements of a command's memory, in milliseconds. */
const INTERVAL = 200;

/**
 * Runs `npm run deploy -- <words>`. The command's output goes to stderr.
 *
 * @returns the command's duration in milliseconds, and the peak memory of all its processes in bytes
 * @throws Error if the command fails or takes longer than ten minutes
 */
export async function runDeploy(words: string[]) {
  const start = performance.now();
  const command = endWithParent('npm', ['run', '--silent', 'deploy', '--', ...words]);
  const child = spawn(...command, { cwd: repository, timeout: LIMIT, stdio: ['ignore', 2, 2] });
  const ended = once(child, 'close').then(() => performance.now());
  let memory = 0;
  while (child.exitCode === null && child.signalCode === null) {
    memory = Math.max(memory, await readMemory(child.pid));
    await Promise.race([wait(INTERVAL), ended]);
  }
  if (child.exitCode !== 0) throw new Error(`npm run deploy -- ${words.join(' ')} failed.`);
  return { time: (await ended) - start, memory };
}

/** Starts a long-running `npm run deploy` command, such as `watch`, with Node instead of npm. */
export function startDeploy({ onStop }: Bench, words: string[], env: Record<string, string>) {
  const command = `exec node --import ./platform/preload.mjs platform/cli/deployCli.ts ${words.join(' ')}`;
  const started = startCommand(command, { directory: repository, env });
  onStop(started.stop);
  return started;
}

/**
 * Serves a store with the `serve` command, and waits until the server is ready.
 *
 * @returns the command, and the server's address without a trailing slash
 */
export async function startServe(bench: Bench, words: string[]) {
  const port = await pickPort(0);
  const served = startDeploy(bench, ['serve', ...words], { PORT: String(port) });
  await served.waitForOutput(/The site is at/);
  return { ...served, origin: `http://127.0.0.1:${port}` };
}
