import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from './Part';
import { percentile } from './percentile';
import type { startServe } from './runDeploy';

/** What a kind of misbehaving client does. */
interface Misbehaviour {
  connections: number;
  /** What each connection sends once it is open. */
  first: string;
  /** What each connection then sends repeatedly. */
  repeated: string;
  /** The pause between repetitions, in milliseconds. */
  pause: number;
}

const HOME = 'GET / HTTP/1.1\r\nHost: a\r\n';
const FORM =
  'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const LONG = `${FORM}Content-Length: 100000\r\n\r\n{`;
const ENDLESS = `${FORM}Transfer-Encoding: chunked\r\n\r\n`;
const CHUNK = `1000\r\n${' '.repeat(0x1000)}\r\n`;

/** The name of the kind of client that never reads a response. */
const UNREAD = 'answers that nobody reads';

const KINDS: Record<string, Misbehaviour> = {
  'dripping headers': { connections: 1000, first: `${HOME}X-Slow: `, repeated: 'a', pause: 1000 },
  'dripping bodies': { connections: 1000, first: LONG, repeated: ' ', pause: 1000 },
  'idle connections': { connections: 10_000, first: '', repeated: '', pause: 60_000 },
  'headers without end': { connections: 50, first: HOME, repeated: 'X-Odd: a\r\n', pause: 20 },
  'bodies without end': { connections: 50, first: ENDLESS, repeated: CHUNK, pause: 20 },
  [UNREAD]: { connections: 50, first: '', repeated: `${HOME}\r\n`, pause: 20 },
};

/** How long the home page is measured without misbehaving clients, in seconds. */
const UNDISTURBED = 4;

/** How long the home page is measured with misbehaving clients, in seconds. This exceeds the server's time limits. */
const DISTURBED = 18;

/** How long connecting all clients may take, in milliseconds. */
const START_LIMIT = 120_000;

/** Measures how much misbehaving clients slow down visitors. @param start starts the site */
export async function measureMisbehavingClients(start: () => ReturnType<typeof startServe>): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const [kind, { connections }] of Object.entries(KINDS)) {
    const { origin, stop } = await start();
    await latency(origin, 1);
    const undisturbed = await latency(origin, UNDISTURBED);
    // The client process also stops when this process ends.
    const clients = fork(import.meta.filename, [origin, kind]);
    await once(clients, 'message', { signal: AbortSignal.timeout(START_LIMIT) });
    const disturbed = await latency(origin, DISTURBED);
    clients.kill('SIGKILL');
    rows.push([`${connections} × ${kind}`, undisturbed.toFixed(1), disturbed.toFixed(1)]);
    await stop();
  }
  return {
    title: 'Response times while misbehaving clients are connected',
    note: '95th percentile of `GET /` in ms, with a new connection for each request. Misbehaving clients reconnect when they are cut off; they and the visitor are on the same machine.',
    columns: ['misbehaving clients', 'without them', 'with them'],
    rows,
  };
}

/**
 * Measures the response times of the home page.
 *
 * @param duration how long to send requests, in seconds
 * @returns the 95th percentile, in milliseconds
 * @throws Error if any request fails
 */
async function latency(origin: string, duration: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + 1000 * duration; performance.now() < end; await wait(10)) {
    const start = performance.now();
    const request = get(origin, { agent: false, signal: AbortSignal.timeout(1000 * duration) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${origin} returned status ${response.statusCode}.`);
    await once(response.resume(), 'end');
    times.push(performance.now() - start);
  }
  return percentile(times, 0.95);
}

// The client process: `measureMisbehavingClients <origin> <kind>`.
const [, , origin = '', kind = ''] = process.argv;
const misbehaviour = KINDS[kind];
if (misbehaviour) misbehave(misbehaviour);

/** Opens the connections, and reopens each one that the server closes. */
function misbehave({ connections, first, repeated, pause }: Misbehaviour): void {
  const { hostname, port } = new URL(origin);
  let opened = 0;
  // Opening all connections at once would overflow the server's backlog.
  for (let count = 0; count < connections; count += 1) setTimeout(open, count / 2);
  process.once('disconnect', () => process.exit());

  function open(): void {
    const socket = connect(Number(port), hostname, () => {
      opened += 1;
      if (opened === connections) process.send?.(kind);
      socket.write(first);
    });
    const timer = setInterval(() => {
      if (repeated && socket.writableLength < 100_000) socket.write(repeated);
    }, pause);
    if (kind !== UNREAD) socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(open, 1000);
    });
  }
}
