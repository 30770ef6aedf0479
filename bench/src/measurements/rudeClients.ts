import { get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Measurement } from '../Measurement';
import { siteServers } from '../servers/siteServers';
import { startServer } from '../servers/startServer';

export interface Rudeness {
  connections: number;
  /** What each connection sends when it is open, and again and again after each pause (milliseconds). */
  first: string;
  then: string;
  pause: number;
  /** Whether it takes the answers. */
  reads: boolean;
}

const FORM =
  'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const HOME = 'GET / HTTP/1.1\r\nHost: a\r\n';

/** What rude clients do, by name. */
export const RUDENESS: Record<string, Rudeness> = {
  'dripping headers': { connections: 1000, first: `${HOME}X-Slow: `, then: 'a', pause: 1000, reads: true },
  'dripping bodies': {
    connections: 1000,
    first: `${FORM}Content-Length: 100000\r\n\r\n{`,
    then: ' ',
    pause: 1000,
    reads: true,
  },
  'idle connections': { connections: 10_000, first: '', then: '', pause: 60_000, reads: true },
  'headers without end': { connections: 50, first: HOME, then: 'X-Odd: a\r\n', pause: 20, reads: true },
  'bodies without end': {
    connections: 50,
    first: `${FORM}Transfer-Encoding: chunked\r\n\r\n`,
    then: `1000\r\n${' '.repeat(0x1000)}\r\n`,
    pause: 20,
    reads: true,
  },
  'answers that nobody reads': { connections: 50, first: '', then: `${HOME}\r\n`, pause: 20, reads: false },
};

/** How long the home page is asked for beside each of them, past the servers' time limits, and without. Milliseconds. */
const BESIDE = 20_000;
const UNDISTURBED = 5000;

/** How much longer a page may take beside rude clients. */
const FACTOR = 2;

/** What polite visitors notice of rude ones: the 95th percentile of `GET /`, each time on a new connection. */
export const measureRudeClients: Measurement = async (bench) => {
  const rows: string[][] = [];
  const slower: number[] = [];
  for (const { name, start } of siteServers(bench)) {
    for (const kind of Object.keys(RUDENESS)) {
      const server = await start();
      try {
        await slowest(server.origin, 1000);
        const undisturbed = await slowest(server.origin, UNDISTURBED);
        const clients = await startServer('beRude', [server.origin, kind]);
        const beside = await slowest(server.origin, BESIDE).finally(() => clients.stop());
        slower.push(beside / undisturbed);
        const figures = [undisturbed, beside].map((time) => `${time.toFixed(1)} ms`);
        const load = loadavg()[0]?.toFixed(1) ?? '';
        const row = [name, `${RUDENESS[kind]?.connections} × ${kind}`, ...figures, load];
        console.log(`  ${row.join('  ')}`);
        rows.push(row);
      } finally {
        await server.stop();
      }
    }
  }
  const most = Math.max(...slower);
  return {
    tables: [
      {
        title: 'Visitors beside rude clients',
        note: `95th percentile of \`GET /\`, each time on a new connection. Rude clients come again when they are cut off; they and the visitor are on the same machine, whose load stands beside.`,
        columns: ['server', 'rude clients', 'without them', 'beside them', 'load'],
        rows,
      },
    ],
    targets: [
      {
        name: 'Visitors beside rude clients',
        wanted: `\`GET /\` takes at most ${FACTOR} × as long (95th percentile)`,
        measured: `${most.toFixed(1)} × at most`,
        isMet: most <= FACTOR,
      },
    ],
  };
};

/** The 95th percentile of how long the home page takes. Milliseconds. */
async function slowest(origin: string, duration: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + duration; performance.now() < end; await wait(10)) {
    const asked = performance.now();
    await new Promise<void>((resolve, reject) => {
      const limit = AbortSignal.timeout(duration);
      get(origin, { agent: false, signal: limit }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${origin} answered ${answer.statusCode}.`));
        answer.resume().on('end', resolve);
      }).on('error', (cause) => {
        reject(limit.aborted ? new Error(`${origin} did not answer for ${duration} ms.`, { cause }) : cause);
      });
    });
    times.push(performance.now() - asked);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? NaN;
}
