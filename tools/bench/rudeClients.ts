import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from './Part';
import { percentile } from './percentile';
import type { startServe } from './runDeploy';

/** What each connection sends when it is open, and then again and again, and the pause between, milliseconds. */
type Rudeness = [connections: number, first: string, then: string, pause: number];

const HOME = 'GET / HTTP/1.1\r\nHost: a\r\n';
const FORM =
  'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const LONG = `${FORM}Content-Length: 100000\r\n\r\n{`;
const ENDLESS = `${FORM}Transfer-Encoding: chunked\r\n\r\n`;
const CHUNK = `1000\r\n${' '.repeat(0x1000)}\r\n`;

/** The clients that do not read answers. */
const UNREAD = 'answers that nobody reads';

/** What rude clients do, by name. */
const RUDENESS: Record<string, Rudeness> = {
  'dripping headers': [1000, `${HOME}X-Slow: `, 'a', 1000],
  'dripping bodies': [1000, LONG, ' ', 1000],
  'idle connections': [10_000, '', '', 60_000],
  'headers without end': [50, HOME, 'X-Odd: a\r\n', 20],
  'bodies without end': [50, ENDLESS, CHUNK, 20],
  [UNREAD]: [50, '', `${HOME}\r\n`, 20],
};

/**
 * How long the home page is requested beside each kind of rude client: past the server's time limits, and beside
 * none. Seconds.
 */
const BESIDE = 18;
const UNDISTURBED = 4;

/** How long connecting all clients may take. Milliseconds. */
const START_LIMIT = 120_000;

/** How rude clients affect polite visitors. */
export async function besideRudeClients(start: () => ReturnType<typeof startServe>): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const [kind, [connections]] of Object.entries(RUDENESS)) {
    const { origin, stop } = await start();
    await latency(origin, 1);
    const undisturbed = await latency(origin, UNDISTURBED);
    // It ends with this process, too.
    const rude = fork(import.meta.filename, [origin, kind]);
    await once(rude, 'message', { signal: AbortSignal.timeout(START_LIMIT) });
    const beside = await latency(origin, BESIDE);
    rude.kill('SIGKILL');
    rows.push([`${connections} × ${kind}`, undisturbed.toFixed(1), beside.toFixed(1)]);
    await stop();
  }
  return {
    title: 'Visitors beside rude clients',
    note: '95th percentile of `GET /`, ms, each on a new connection. Rude clients come again when they are cut off; they and the visitor are on the same machine.',
    columns: ['rude clients', 'without them', 'beside them'],
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
  return percentile(times, 0.95);
}

// The process of the rude clients: `beRude <origin> <kind>`. A client that is cut off connects again.
const [, , origin = '', kind = ''] = process.argv;
const rudeness = RUDENESS[kind];
if (rudeness) beRude(rudeness);

function beRude([connections, first, then, pause]: Rudeness): void {
  const { hostname, port } = new URL(origin);
  let opened = 0;
  // Not all at once, which would overflow the server's backlog.
  for (let count = 0; count < connections; count += 1) setTimeout(open, count / 2);
  process.once('disconnect', () => process.exit());

  function open(): void {
    const socket = connect(Number(port), hostname, () => {
      opened += 1;
      if (opened === connections) process.send?.(kind);
      socket.write(first);
    });
    const dripping = setInterval(() => {
      if (then && socket.writableLength < 100_000) socket.write(then);
    }, pause);
    if (kind !== UNREAD) socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      setTimeout(open, 1000);
    });
  }
}
