import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon, { type Options, type Result } from 'autocannon';
import { logDetail, logStep } from '../release/logStep';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import { copySite } from '../testing/copySite';
import { NO_S3, startS3 } from '../testing/startS3';
import type { Table } from './formatTable';
import { describeMemory, MEMORY_COLUMNS, readMemory, workTime } from './memory';
import type { Bench, Part } from './Part';
import { besideRudeClients } from './besideRudeClients';
import { startServe } from './runDeploy';
import { serveByNginx } from './serveByNginx';

/** How many requests a server has answered before it is measured; then how often it is asked, and how long, seconds. */
const WARM = 20_000;
const ROUNDS = 3;
const DURATION = 5;

/** How many requests are sent for the memory, and how often it is looked at, milliseconds. */
const REQUESTS = 200_000;
const INTERVAL = 500;

/** What browsers ask for beside a page (§7). */
const PROJECT_LIST = '/api/collections/projects/records?page=1&perPage=500&sort=created&skipTotal=1';

/** `server`: requests a second beside nginx, memory with a full cache, and visitors beside rude clients. */
export const server: Part = async (bench) => {
  const { store, backend } = await bench.portfolio(1200);
  const to = ['--backend', backend.url, '--to'];
  const rates = await measureRates(bench, store, [...to, store]);
  const memory = [['a directory', ...(await measureMemory([...to, store]))]];
  if (NO_S3) logStep(`A mirror is not measured: ${NO_S3}`);
  else memory.push(['a mirror of a bucket', ...(await measureMirror(bench, store, to))]);
  return [
    rates,
    {
      title: 'Memory of `serve`',
      note: `Resident set in MB over ${REQUESTS} requests: all pages of 1 200 projects in all encodings, and the project list.`,
      columns: ['of', ...MEMORY_COLUMNS],
      rows: memory,
    },
    await besideRudeClients(() => startServe([...to, store])),
  ];
};

async function measureRates({ directory }: Bench, store: string, words: string[]): Promise<Table> {
  const site = await startServe(words);
  const nginx = await serveByNginx(join(directory, 'nginx'), store, site.origin);
  const servers = [
    { name: 'the site', ...site, rates: [] as number[], work: [] as number[] },
    { name: 'nginx', ...nginx, rates: [] as number[], work: [] as number[] },
  ];
  try {
    for (const { origin } of servers) await send(origin, { amount: WARM });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, origin, pid, rates, work } of servers) {
        const before = workTime(pid);
        const { requests } = await send(origin, { duration: DURATION, headers: { 'accept-encoding': 'br' } });
        rates.push(Math.round(requests.average));
        work.push(Math.round((1000 * (workTime(pid) - before)) / requests.total));
        logDetail(`${name}: ${rates.at(-1)} a second, ${work.at(-1)} µs`);
      }
    }
  } finally {
    for (const { stop } of servers) await stop();
  }
  return {
    title: 'Requests a second, home page',
    note: `Ten connections for ${DURATION} s in turn, one process each; the sender is on the same machine. nginx has the same bytes on disk and sends the same headers. Work: processor time of the server for a request.`,
    columns: ['server', 'best', 'each', 'least work µs', 'each'],
    rows: servers.map(({ name, rates, work }) => [
      ...[name, Math.max(...rates), rates.join(', '), Math.min(...work), work.join(', ')],
    ]),
  };
}

/** @throws Error if any request fails */
async function send(origin: string, options: Omit<Options, 'url'>): Promise<Result> {
  const result = await autocannon({ url: origin, connections: 10, ...options });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${origin} failed.`);
  return result;
}

async function measureMemory(words: string[]): Promise<string[]> {
  const { origin, pid, stop } = await startServe(words);
  const samples: number[] = [];
  const end = new AbortController();
  try {
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
    const requests = addresses.flatMap((address) =>
      ['br', 'gzip', 'identity'].map((encoding) => {
        return { path: new URL(address).pathname, headers: { 'accept-encoding': encoding } };
      }),
    );
    const sending = send(origin, { amount: REQUESTS, requests: [...requests, { path: PROJECT_LIST }] });
    void sending.finally(() => end.abort()).catch(() => undefined);
    for (; !end.signal.aborted; await wait(INTERVAL)) samples.push(await readMemory(pid));
    await sending;
    const figures = describeMemory(samples);
    logDetail(`memory: ${figures.join(', ')} MB`);
    return figures;
  } finally {
    await stop();
  }
}

/** The same of a bucket, with the copy of a store in it. */
async function measureMirror({ directory }: Bench, from: string, to: string[]): Promise<string[]> {
  const s3 = await startS3();
  try {
    Object.assign(process.env, s3.environment);
    await copySite(directoryStore(from), await openStore('s3://site/bench', directory));
    return await measureMemory([...to, 's3://site/bench', '--cache', join(directory, 'mirror')]);
  } finally {
    await s3.stop();
  }
}
