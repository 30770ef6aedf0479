import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

/** A process of its own for sirv: `serveBySirv <folder>`. */
const server = createServer(sirv(process.argv[2], { brotli: true, gzip: true, etag: true }));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit());
