import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logDetail } from '../release/logStep';
import { RUDENESS } from './beRude';
import type { Table } from './formatTable';
import type { startServe } from './runDeploy';

/**
 * How long the home page is requested beside each kind of rude client: past the server's time limits, and beside
 * none. Seconds.
 */
const BESIDE = 18;
const UNDISTURBED = 4;

/** How long it may take until all are connected. Milliseconds. */
const START_LIMIT = 120_000;

/** What polite visitors notice of rude ones. */
export async function besideRudeClients(start: () => ReturnType<typeof startServe>): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const [kind, [connections]] of Object.entries(RUDENESS)) {
    const { origin, stop } = await start();
    try {
      await latency(origin, 1);
      const undisturbed = await latency(origin, UNDISTURBED);
      const rude = fork(join(import.meta.dirname, 'beRude.ts'), [origin, kind], {
        execArgv: ['--import', import.meta.resolve('tsx')],
      });
      await once(rude, 'message', { signal: AbortSignal.timeout(START_LIMIT) });
      const beside = await latency(origin, BESIDE).finally(() => rude.kill('SIGKILL'));
      const load = loadavg()[0]?.toFixed(1) ?? '';
      const figures = [undisturbed, beside, beside / undisturbed].map((one) => one.toFixed(1));
      rows.push([`${connections} × ${kind}`, ...figures, load]);
      logDetail(rows.at(-1)?.join('  ') ?? '');
    } finally {
      await stop();
    }
  }
  return {
    title: 'Visitors beside rude clients',
    note: '95th percentile of `GET /`, ms, each on a new connection. Rude clients come again when they are cut off; they and the visitor are on the same machine, whose load stands beside.',
    columns: ['rude clients', 'without them', 'beside them', '×', 'load'],
    rows,
  };
}

/** The 95th percentile of how long the home page takes, milliseconds. @throws Error if any request fails */
async function latency(origin: string, duration: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + 1000 * duration; performance.now() < end; await wait(10)) {
    const asked = performance.now();
    const asking = get(origin, { agent: false, signal: AbortSignal.timeout(1000 * duration) });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${origin} answered ${answer.statusCode}.`);
    await once(answer.resume(), 'end');
    times.push(performance.now() - asked);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? NaN;
}
