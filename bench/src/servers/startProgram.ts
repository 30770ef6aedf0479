import { spawn, type SpawnOptions } from 'node:child_process';
import { boundToParent } from '@site/backend/boundToParent';

/** How long a program may take to stop. Milliseconds. */
const STOP_LIMIT = 5000;

/** Starts a program that writes nowhere; it ends with this process in any case. */
export function startProgram(command: string, words: string[], options: SpawnOptions = {}) {
  const child = spawn(...boundToParent(command, words), { ...options, stdio: 'ignore' });
  const ended = new Promise((done) => child.once('close', done));
  return {
    pid: child.pid,
    stop: async (): Promise<void> => {
      child.kill();
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
      await ended;
      clearTimeout(force);
    },
  };
}
