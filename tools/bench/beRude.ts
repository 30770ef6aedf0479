import { connect } from 'node:net';

/** What each connection sends when it is open, and then again and again, and the pause between, milliseconds. */
type Rudeness = [connections: number, first: string, then: string, pause: number];

const HOME = 'GET / HTTP/1.1\r\nHost: a\r\n';
const FORM =
  'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const LONG = `${FORM}Content-Length: 100000\r\n\r\n{`;
const ENDLESS = `${FORM}Transfer-Encoding: chunked\r\n\r\n`;
const CHUNK = `1000\r\n${' '.repeat(0x1000)}\r\n`;

/** What takes no answer. */
const UNREAD = 'answers that nobody reads';

/** What rude clients do, by name. */
export const RUDENESS: Record<string, Rudeness> = {
  'dripping headers': [1000, `${HOME}X-Slow: `, 'a', 1000],
  'dripping bodies': [1000, LONG, ' ', 1000],
  'idle connections': [10_000, '', '', 60_000],
  'headers without end': [50, HOME, 'X-Odd: a\r\n', 20],
  'bodies without end': [50, ENDLESS, CHUNK, 20],
  [UNREAD]: [50, '', `${HOME}\r\n`, 20],
};

// A process of its own for clients that nobody wants: `beRude <origin> <kind>`. Who is cut off comes again.
const [, , origin = '', kind = ''] = process.argv;
const rudeness = RUDENESS[kind];
if (rudeness) beRude(rudeness);

function beRude([connections, first, then, pause]: Rudeness): void {
  const { hostname, port } = new URL(origin);
  let opened = 0;
  // Not all in one moment, which no queue would take.
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
