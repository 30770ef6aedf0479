import { connect } from 'node:net';
import { RUDENESS, type Rudeness } from '../measurements/rudeClients';

/** A process of its own for clients that nobody wants: `beRude <origin> <kind>`. Who is cut off comes again. */
const [origin = '', kind = ''] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const { connections, first, then, pause, reads } = RUDENESS[kind] as Rudeness;

let opened = 0;
// Not all in one moment, which no queue would take.
for (let count = 0; count < connections; count += 1) setTimeout(open, count / 2);
process.once('disconnect', () => process.exit());

function open(): void {
  const socket = connect(Number(port), hostname, () => {
    opened += 1;
    if (opened === connections) process.send?.({ origin });
    socket.write(first);
  });
  const dripping = setInterval(() => {
    if (then && socket.writableLength < 100_000) socket.write(then);
  }, pause);
  if (reads) socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(dripping);
    setTimeout(open, 1000);
  });
}
