import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from '@site/shared/node/endWithParent';
import { killGroup } from '@site/shared/node/killGroup';
import { buildSync } from 'esbuild';
import type { LoadedBuild } from '../store/readBuild';
import type { ChildAnswer, ChildCall, ChildRenderer } from './renderChild';

const CHILD = fileURLToPath(new URL('renderChild.ts', import.meta.url));

/** The maximum size of a process's JavaScript heap, in MB. Rendering 6,000 pages takes 230 MB. */
const MEMORY = 1000;

/** How long a new process may take to load the builds, in milliseconds. */
const LOADING_LIMIT = 60_000;

export interface RenderedApp {
  shell: LoadedBuild;
  /** The app whose pages are rendered, which may be the shell. */
  app: LoadedBuild;
  backendUrl: string | undefined;
}

/** A process that runs an app's server bundle. It handles one call at a time. */
export interface ForkedRenderer {
  /**
   * @param limit the time limit for the call, in milliseconds. If the call takes longer, the process is ended
   * @returns the result, or why the call failed. In either case, the process can take further calls
   * @throws Error if the process has ended, or ends before the call is completed
   */
  ask<Method extends keyof ChildRenderer>(
    method: Method,
    given: Parameters<ChildRenderer[Method]>,
    limit: number,
  ): Promise<ChildAnswer<Awaited<ReturnType<ChildRenderer[Method]>>>>;
  hasEnded: () => boolean;
  /** Ends the process and everything that it has started. */
  end: () => void;
}

/** Starts a process that renders one app's pages. The process's environment contains only `PATH`. */
export function forkRenderer(app: RenderedApp): ForkedRenderer {
  const code = script();
  const [execPath, execArgv] = endWithParent(process.execPath, [
    '--no-warnings',
    `--max-old-space-size=${MEMORY}`,
  ]);
  // If the script is named `-`, Node reads the code from standard input.
  const child = fork('-', {
    execPath,
    execArgv,
    cwd: dirname(CHILD),
    env: { PATH: process.env.PATH },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  /** Why the process has ended or is being ended; undefined while it runs. */
  let over: Error | undefined;
  let waiting: { answer: (answer: ChildAnswer<unknown>) => void; fail: (error: Error) => void } | undefined;
  let errors = '';

  function end(reason: string): void {
    if (over) return;
    over = new Error(reason);
    waiting?.fail(over);
    killGroup(child);
  }

  child.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-2000)));
  child.on('error', ({ message }) => end(`Rendering cannot be started: ${message}`));
  // Wait for `close`: at `exit`, the last answer and the error output may still be unread.
  child.on('close', (code, signal) => end(`Rendering ended with ${code ?? signal}. ${errors}`));
  child.on('message', (answer) => waiting?.answer(answer as ChildAnswer<unknown>));
  child.stdin?.on('error', () => undefined).end(code);

  async function call(sent: ChildCall, limit: number): Promise<ChildAnswer<unknown>> {
    if (over) throw over;
    const late = `Rendering took longer than ${limit / 1000} seconds and was stopped.`;
    const timer = setTimeout(() => end(late), limit);
    try {
      return await new Promise((answer, fail) => {
        waiting = { answer, fail };
        child.send(sent, (error) => error && end(`The rendering process cannot be called: ${error.message}`));
      });
    } finally {
      clearTimeout(timer);
    }
  }

  const loaded = call(app, LOADING_LIMIT);
  loaded.catch(() => undefined);
  return {
    async ask(method, given, limit) {
      const loading = await loaded;
      if ('failure' in loading) return loading;
      return (await call({ method, given }, limit)) as never;
    },
    hasEnded: () => over !== undefined,
    end: () => end('Rendering has been closed.'),
  };
}

let compiled: string | undefined;

/** Returns `renderChild.ts` and its imports as one script, which starts faster than the TypeScript files would. */
function script(): string {
  return (compiled ??= compile());
}

function compile(): string {
  const { outputFiles } = buildSync({
    entryPoints: [CHILD],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['jsdom'],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(CHILD)) },
    logLevel: 'silent',
  });
  // Without this wrapper function, the script's variables would be global. Libraries would then see a global `window` and
  // assume that they run in a browser.
  return `(() => {\n${outputFiles[0]?.text ?? ''}\n})();`;
}
