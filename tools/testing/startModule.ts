import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { boundToParent } from '@site/backend/boundToParent';

/**
 * Starts a module of this project in a process of its own, with which a test talks by messages. The compiler's CommonJS
 * hooks start in half the time that ECMAScript ones take.
 */
export function startModule(path: string, env: NodeJS.ProcessEnv): ChildProcess {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const [from, start] = [compiler, path].map((file) => JSON.stringify(file));
  const code = `require(${from}).register(); require(${start});`;
  return spawn(...boundToParent(process.execPath, ['--eval', code]), {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
