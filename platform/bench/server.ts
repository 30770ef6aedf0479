import autocannon, { type Options, type Result } from 'autocannon';
import { sitemapPaths } from '../../tests/browser/sitemapPaths';
import { CONNECTIONS, countRequests, noWrk } from './countRequests';
import { describeMemory, MEMORY_COLUMNS, readMemory } from './memory';
import { openPortfolio } from './openPortfolio';
import type { Bench, Part, Table } from './Part';
import { percentile } from './percentile';
import { startServe } from './runDeploy';
import { serveBare } from './serveBare';
import { serveByNginx } from './serveByNginx';

/** How long each server receives requests before it is measured, in seconds. */
const WARM = 3;

const ROUNDS = 5;

/** How long each measurement takes, in seconds. */
const DURATION = 5;

const REQUESTS = 200_000;

/** The interval between two memory samples, in milliseconds. */
const INTERVAL = 500;

/**
 * Measures how many requests per second the site, a bare server and nginx can serve, and how much memory the site uses with
 * a full cache.
 */
export const server: Part = async (bench) => {
  const { store, backend } = await openPortfolio(bench, 1200);
  const words = ['--backend', backend.url, '--to', store];
  return [
    await measureRates(bench, store, words),
    {
      title: 'Memory of `serve`',
      note: `Resident set during ${REQUESTS} requests for all pages of 1,200 projects in all encodings.`,
      columns: MEMORY_COLUMNS,
      rows: [await measureMemory(bench, words)],
    },
  ];
};

async function measureRates(bench: Bench, store: string, words: string[]): Promise<Table> {
  const title = 'Requests per second, home page';
  if (noWrk) return { title, note: noWrk, columns: ['server'], rows: [] };
  const site = await startServe(bench, words);
  const servers = [
    { name: 'the site', ...site, rates: [] as number[] },
    { name: 'bare `node:http`', ...(await serveBare(bench, site.origin)), rates: [] as number[] },
    { name: 'nginx', ...(await serveByNginx(bench, store, site.origin)), rates: [] as number[] },
  ];
  for (const { origin } of servers) await countRequests(origin, WARM);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Rotates the order, so that each round begins with a different server than the previous one.
    servers.push(...servers.splice(0, 1));
    for (const { origin, rates } of servers) rates.push(Math.round(await countRequests(origin, DURATION)));
  }
  for (const { stop } of servers) await stop();
  return {
    title,
    note: `\`wrk -t1 -c${CONNECTIONS}\` for ${DURATION} s, the servers in turn, one process each; wrk runs on the same machine. The bare server sends fixed bytes and headers without looking at the request. nginx has the same bytes on disk and sends the same headers.`,
    columns: ['server', 'median', 'each'],
    rows: servers.map(({ name, rates }) => [name, percentile(rates, 0.5), rates.join(', ')]),
  };
}

async function send(origin: string, options: Omit<Options, 'url'>): Promise<Result> {
  const result = await autocannon({ url: origin, connections: 10, ...options });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${origin} failed.`);
  return result;
}

async function measureMemory(bench: Bench, words: string[]): Promise<string[]> {
  const { origin, pid, stop } = await startServe(bench, words);
  const samples: number[] = [];
  const requests = (await sitemapPaths(origin)).flatMap((path) =>
    ['br', 'gzip', 'identity'].map((encoding) => ({ path, headers: { 'accept-encoding': encoding } })),
  );
  const sampling = setInterval(() => void readMemory(pid).then((bytes) => samples.push(bytes)), INTERVAL);
  await send(origin, { amount: REQUESTS, requests }).finally(() => clearInterval(sampling));
  await stop();
  return describeMemory(samples);
}
