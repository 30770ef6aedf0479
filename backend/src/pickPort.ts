import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Checks that a TCP port on 127.0.0.1 is free, and returns it. If the port is 0, picks a free port.
 * @param advice what the user can do instead of stopping the program that uses the port
 * @throws Error with the reason if the port cannot be used
 */
export async function pickPort(port: number, advice = 'choose another port'): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new Error(`Port ${port} cannot be used: ${message}`);
    throw new Error(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program or ${advice}.`,
    );
  });
  const { port: picked } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return picked;
}
