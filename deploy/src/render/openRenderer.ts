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
  let complaints = '';
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const started = startChild(fileURLToPath(new URL('renderChild.ts', import.meta.url)), {
      PATH: process.env.PATH,
    });
    started.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
    return started;
  }

  function ask(method: keyof Renderer, given: unknown[]): Promise<unknown> {
    const isFirst = !child;
    const asked = (child ??= start());
    return new Promise<unknown>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        asked.removeAllListeners();
        settle();
      };
      const timer = setTimeout(() => {
        asked.kill('SIGKILL');
        end(() => reject(new Error(`Rendering took longer than ${limit / 1000} seconds and was stopped.`)));
      }, limit);
      asked.on('error', (error) => end(() => reject(error)));
      // Not `exit`: that may come before the answer and the complaints have been read.
      asked.on('close', (code, signal) =>
        end(() => reject(new Error(`Rendering ended with ${code ?? signal}. ${complaints.slice(-2000)}`))),
      );
      asked.on('message', (answer: ChildAnswer) =>
        end(() => {
          if ('result' in answer) resolve(answer.result);
          else reject(answer.ofBackend ? new BackendError(answer.failure) : new Error(answer.failure));
        }),
      );
      asked.send({ method, given, ...(isFirst && { apps }) } satisfies ChildCall);
    });
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
