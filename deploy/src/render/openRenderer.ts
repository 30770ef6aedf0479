import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startChild } from '../startChild';
import { BackendError } from './BackendError';
import type { Renderer } from './createRenderer';
import type { RenderableApp } from './loadBundles';
import type { ChildAnswer, ChildCall } from './renderChild';

/** How long one answer may take: a page, or a whole reading of the backend. Milliseconds. */
const ANSWER_LIMIT = 60_000;

/** A renderer in a process of its own, which lives until it is closed. */
export interface OpenRenderer extends Renderer {
  close(): void;
}

/**
 * Renders in a process of its own: no secret of this one is in its environment, and it ends in any case. The process
 * is started by the first call; calls wait for those before them.
 *
 * @param limit how long each call may take, milliseconds
 * @returns what throws for a call: what the renderer throws, and an Error if the call takes longer than the limit
 */
export function openRenderer(apps: RenderableApp[], limit = ANSWER_LIMIT): OpenRenderer {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let end: (failure: string) => void;
  /** What every call is answered from the end of the process on. */
  const ended = new Promise<ChildAnswer>((resolve) => {
    end = (failure) => resolve({ failure, ofBackend: false });
  });

  function start(): ChildProcess {
    const started = startChild(fileURLToPath(new URL('renderChild.ts', import.meta.url)), {
      PATH: process.env.PATH,
    });
    let complaints = '';
    started.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
    started.on('error', ({ message }) => end(message));
    // Not `exit`: that may come before the answer and the complaints have been read.
    started.on('close', (code, signal) =>
      end(`Rendering ended with ${code ?? signal}. ${complaints.slice(-2000)}`),
    );
    return started;
  }

  async function ask(method: keyof Renderer, given: unknown[]): Promise<unknown> {
    const isFirst = !child;
    const asked = (child ??= start());
    const timer = setTimeout(() => {
      end(`Rendering took longer than ${limit / 1000} seconds and was stopped.`);
      asked.kill('SIGKILL');
    }, limit);
    const answered = new Promise<ChildAnswer>((resolve) => asked.once('message', resolve));
    // One that cannot be asked has ended.
    asked.send({ method, given, ...(isFirst && { apps }) } satisfies ChildCall, () => undefined);
    const answer = await Promise.race([answered, ended]).finally(() => clearTimeout(timer));
    if ('result' in answer) return answer.result;
    throw answer.ofBackend ? new BackendError(answer.failure) : new Error(answer.failure);
  }

  const call =
    (method: keyof Renderer) =>
    (...given: unknown[]): Promise<unknown> => {
      const answer = last.then(() => ask(method, given));
      last = answer.catch(() => undefined);
      return answer;
    };
  return {
    read: call('read') as Renderer['read'],
    renderPage: call('renderPage') as Renderer['renderPage'],
    renderSiteFiles: call('renderSiteFiles') as Renderer['renderSiteFiles'],
    // A bundle may have left something running, for which nobody waits.
    close: () => void child?.kill('SIGKILL'),
  };
}
