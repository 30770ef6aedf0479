import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { endWithParent } from '@site/backend/endWithParent';

/**
 * Starts a module in a process of its own, with which this one talks by messages. Its TypeScript is compiled by
 * CommonJS hooks, which take half the time to start that ECMAScript ones take. It does not outlive this one.
 *
 * @param path the module's file
 * @param env its whole environment
 */
export function startChild(path: string, env: NodeJS.ProcessEnv): ChildProcess {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs');
  const start = `require(${JSON.stringify(path)})`;
  const child = spawn(process.execPath, ['--require', compiler, '--eval', start], {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) child.once('exit', endWithParent(child.pid));
  return child;
}
