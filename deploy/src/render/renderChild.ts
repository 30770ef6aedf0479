import { BackendError } from './BackendError';
import { readKnownPages } from './readKnownPages';
import type { ChildAnswer, ChildJob } from './renderInChild';
import { renderPages } from './renderPages';

/** The process that runs the apps' server bundles: takes one job by message and answers once. */
process.once('message', (job: ChildJob) => void answer(job));

async function answer({ task, job }: ChildJob): Promise<void> {
  const send = (message: ChildAnswer) => process.send?.(message);
  try {
    send({ result: task === 'render' ? await renderPages(job) : await readKnownPages(job) });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    send({ failure, ofBackend: error instanceof BackendError });
  }
}
