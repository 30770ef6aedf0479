import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { boundToParent } from '@site/backend/boundToParent';
import type { KilledJob } from './killedChild';

/**
 * Starts `killedChild` in a process of its own, which waits for its job. The compiler's CommonJS hooks start in half the
 * time that ECMAScript ones take.
 */
export async function startKilled(): Promise<ChildProcess> {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const [from, start] = [compiler, join(import.meta.dirname, 'killedChild.ts')].map((file) =>
    JSON.stringify(file),
  );
  const code = `require(${from}).register(); require(${start});`;
  const child = spawn(...boundToParent(process.execPath, ['--eval', code]), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

/** Gives a process its job. @returns what it changed, if it came to its end before it was to die */
export async function runKilled(child: ChildProcess, job: KilledJob): Promise<string[]> {
  let changes: string[] = [];
  let complaints = '';
  child.on('message', (made: string[]) => (changes = made));
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
  child.send(job);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL') throw new Error(`It ended by itself. ${complaints}`);
  return changes;
}
