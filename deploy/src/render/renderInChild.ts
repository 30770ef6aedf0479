import { fileURLToPath } from 'node:url';
import type { KnownPage } from '@site/shared/remote';
import { BackendError } from './BackendError';
import type { KnownPagesJob } from './readKnownPages';
import type { Rendering, RenderJob } from './renderPages';
import { startChild } from '../startChild';

/** How long rendering a whole release may take. Milliseconds. */
const RENDER_LIMIT = 60_000;

/** What the child process is asked. */
export type ChildJob = { task: 'render'; job: RenderJob } | { task: 'readKnownPages'; job: KnownPagesJob };

/** What the child process answers. */
export type ChildAnswer =
  { result: Rendering | Record<string, KnownPage[]> } | { failure: string; ofBackend: boolean };

/**
 * Renders pages in a process of its own: no secret of this one is in its environment, and it ends in any case.
 *
 * @param limit how long it may take, milliseconds
 * @throws Error if a page cannot be rendered, or rendering takes longer than the limit
 */
export async function renderInChild(job: RenderJob, limit = RENDER_LIMIT): Promise<Rendering> {
  return (await runInChild({ task: 'render', job }, limit)) as Rendering;
}

/**
 * Asks the remotes' server bundles, in a process of its own, which pages behind their patterns there are.
 *
 * @param limit how long it may take, milliseconds
 * @returns the known pages by app
 * @throws BackendError if the backend cannot be read
 * @throws Error if a remote fails by itself, or all of it takes longer than the limit
 */
export async function readKnownPagesInChild(
  job: KnownPagesJob,
  limit = RENDER_LIMIT,
): Promise<Record<string, KnownPage[]>> {
  return (await runInChild({ task: 'readKnownPages', job }, limit)) as Record<string, KnownPage[]>;
}

function runInChild(job: ChildJob, limit: number): Promise<unknown> {
  const child = startChild(fileURLToPath(new URL('renderChild.ts', import.meta.url)), {
    PATH: process.env.PATH,
  });
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
  return new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`Rendering took longer than ${limit / 1000} seconds and was stopped.`));
    }, limit);
    child.on('error', reject);
    // Not `exit`: that may come before the answer and the complaints have been read.
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`Rendering ended with ${code ?? signal}. ${complaints.slice(-2000)}`));
    });
    child.on('message', (answer: ChildAnswer) => {
      if ('result' in answer) resolve(answer.result);
      else reject(answer.ofBackend ? new BackendError(answer.failure) : new Error(answer.failure));
      // A bundle may have left something running, for which nobody waits.
      child.kill('SIGKILL');
    });
    child.send(job);
  });
}
