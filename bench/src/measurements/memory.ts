import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../servers/startServer';
import type { ServerProcess } from '../servers/startServer';
import { median } from '../median';
import type { Measurement } from '../Measurement';
import { fire } from './fire';
import { PROJECT_LIST, pageScript } from './load';

/** How many requests the site's server has to answer. */
const REQUESTS = 200_000;

/** When to stop in any case, and how often to look. Milliseconds. */
const LIMIT = 180_000;
const INTERVAL = 500;

/** More than this from the second quarter of the requests to the last one is growth. */
const GROWTH = 1.1;

/** The memory of `serve.ts` while it answers pages, assets and the project list in turn. */
export const measureMemory: Measurement = async ({ site, backend }) => {
  const server = await startServer('serveSite', [site.store, backend.url]);
  const samples: number[] = [];
  try {
    samples.push(await server.readMemory());
    const fired = new AbortController();
    const sampled = sample(server, samples, fired.signal);
    const { requests } = await fire({
      origin: server.origin,
      paths: ['/', pageScript(site), PROJECT_LIST],
      until: { amount: REQUESTS },
      limit: LIMIT,
    }).finally(() => fired.abort());
    await sampled;
    const quarters = [0, 1, 2, 3].map((quarter) =>
      median(samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4)),
    );
    const [, second = NaN, , last = NaN] = quarters;
    const growth = last / second;
    return {
      tables: [
        {
          title: `Memory of \`serve.ts\` over ${requests.total} requests`,
          note: `Resident set, ${samples.length} samples, MB; pages, assets and the project list in turn.`,
          columns: ['at start', '1st quarter', '2nd', '3rd', '4th', 'highest'],
          rows: [[samples[0] ?? NaN, ...quarters, Math.max(...samples)].map(megabytes)],
        },
      ],
      targets: [
        {
          name: 'Memory of `serve.ts`',
          wanted: `flat over ${REQUESTS} requests: the last quarter at most ${GROWTH} × the second`,
          measured: `${growth.toFixed(2)} × over ${requests.total}`,
          isMet: growth <= GROWTH && requests.total >= REQUESTS,
        },
      ],
    };
  } finally {
    await server.stop();
  }
};

async function sample(server: ServerProcess, samples: number[], end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    samples.push(await server.readMemory());
    await wait(INTERVAL);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
