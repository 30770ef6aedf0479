import autocannon, { type Options, type Result } from 'autocannon';
import { sitemapPaths } from '../../tests/browser/sitemapPaths';
import { describeMemory, MEMORY_COLUMNS, readMemory } from './memory';
import { openPortfolio } from './openPortfolio';
import type { Bench, Part, Table } from './Part';
import { besideRudeClients } from './rudeClients';
import { startServe } from './runDeploy';
import { serveByNginx } from './serveByNginx';

/** How many requests a server has answered before it is measured; then how often it is asked, and how long, seconds. */
const WARM = 20_000;
const ROUNDS = 3;
const DURATION = 5;

/** How many requests are sent for the memory, and how often it is looked at, milliseconds. */
const REQUESTS = 200_000;
const INTERVAL = 500;

/** `server`: requests a second beside nginx, memory with a full cache, and visitors beside rude clients. */
export const server: Part = async (bench) => {
  const { store, backend } = await openPortfolio(bench, 1200);
  const words = ['--backend', backend.url, '--to', store];
  return [
    await measureRates(bench, store, words),
    {
      title: 'Memory of `serve`',
      note: `Resident set over ${REQUESTS} requests: all pages of 1 200 projects in all encodings.`,
      columns: MEMORY_COLUMNS,
      rows: [await measureMemory(bench, words)],
    },
    await besideRudeClients(() => startServe(bench, words)),
  ];
};

async function measureRates(bench: Bench, store: string, words: string[]): Promise<Table> {
  const site = await startServe(bench, words);
  const nginx = await serveByNginx(bench, store, site.origin);
  const servers = [
    { name: 'the site', ...site, rates: [] as number[] },
    { name: 'nginx', ...nginx, rates: [] as number[] },
  ];
  for (const { origin } of servers) await send(origin, { amount: WARM });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { origin, rates } of servers) {
      const { requests } = await send(origin, { duration: DURATION, headers: { 'accept-encoding': 'br' } });
      rates.push(Math.round(requests.average));
    }
  }
  for (const { stop } of servers) await stop();
  return {
    title: 'Requests a second, home page',
    note: `Ten connections for ${DURATION} s in turn, one process each; the sender is on the same machine. nginx has the same bytes on disk and sends the same headers.`,
    columns: ['server', 'best', 'each'],
    rows: servers.map(({ name, rates }) => [name, Math.max(...rates), rates.join(', ')]),
  };
}

/** @throws Error if any request fails */
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
  const looking = setInterval(() => void readMemory(pid).then((bytes) => samples.push(bytes)), INTERVAL);
  await send(origin, { amount: REQUESTS, requests }).finally(() => clearInterval(looking));
  await stop();
  return describeMemory(samples);
}
