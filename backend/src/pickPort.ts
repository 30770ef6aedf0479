import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Checks that a TCP port of 127.0.0.1 is free; 0 picks any free one.
 * @returns the port's number.
 * @throws Error with a readable reason if it cannot be had.
 */
export async function pickPort(port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'EADDRINUSE' ? portInUse(port) : `Port ${port} cannot be used: ${message}`);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The free port has no number.');
  return address.port;
}

/** What to say when another program has the port. */
export function portInUse(port: number): string {
  return `Port ${port} on 127.0.0.1 is in use by another program. Stop that program or choose another port.`;
}
