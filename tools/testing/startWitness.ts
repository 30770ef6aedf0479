import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a backend, passes every byte on as it is, and tells which requests went by. */
export async function startWitness(backendUrl: string) {
  const { hostname, port } = new URL(backendUrl);
  const connections: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const index = connections.push('') - 1;
    client.on('data', (bytes: Buffer) => {
      connections[index] = `${connections[index]}${bytes.toString('latin1')}`;
    });
    const backend = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method and path of each request since it was last asked, the path as it was sent, without its query. */
    takeCalls: () =>
      connections
        .splice(0, connections.length, ...connections.map(() => ''))
        .flatMap((sent) =>
          [...sent.matchAll(/^([A-Z]+ [^\s?]*)\S* HTTP\/1\.\d\r$/gm)].map(([, call = '']) => call),
        ),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
