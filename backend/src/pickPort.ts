import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Checks that a TCP port of 127.0.0.1 is free; 0 picks any free one.
 * @param advice what to do instead of stopping the program that has it.
 * @returns the port's number.
 * @throws Error that says why it cannot be used.
 */
export async function pickPort(port: number, advice?: string): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EADDRINUSE' ? portInUse(port, advice) : `Port ${port} cannot be used: ${message}`,
    );
  }
  const address = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return address.port;
}

/** What to say when another program has the port. */
export function portInUse(port: number, advice = 'choose another port'): string {
  return `Port ${port} on 127.0.0.1 is in use by another program. Stop that program or ${advice}.`;
}
