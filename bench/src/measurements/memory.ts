import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../servers/startServer';
import type { Measurement } from '../Measurement';
import { sendRequests } from './sendRequests';
import { PROJECT_LIST, pageScript } from './load';
import { memoryReport, readMemory } from './memoryReport';

/** How many requests the site's server has to answer. */
const REQUESTS = 200_000;

/** When to stop in any case, and how often to look. Milliseconds. */
const LIMIT = 180_000;
const INTERVAL = 500;

/** The memory of `serve.ts` while it answers pages, assets and the project list in turn. */
export const measureMemory: Measurement = async ({ site, backend }) => {
  const server = await startServer('serveSite', [site.store, backend.url]);
  const samples: number[] = [];
  const end = new AbortController();
  try {
    const sampled = sample(server.pid, samples, end.signal);
    const { requests } = await sendRequests({
      origin: server.origin,
      paths: ['/', pageScript(site), PROJECT_LIST],
      until: { amount: REQUESTS },
      limit: LIMIT,
    }).finally(() => end.abort());
    await sampled;
    return memoryReport({
      program: 'serve.ts',
      wanted: `${REQUESTS} requests`,
      reached: `${requests.total} requests`,
      note: 'pages, assets and the project list in turn',
      samples,
    });
  } finally {
    await server.stop();
  }
};

async function sample(pid: number | undefined, samples: number[], end: AbortSignal): Promise<void> {
  for (; !end.aborted; await wait(INTERVAL)) samples.push(readMemory(pid));
}
