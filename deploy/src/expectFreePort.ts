import { createServer } from 'node:net';

/**
 * Says before any work that the port is taken.
 *
 * @param command the command that wants it, e.g. `npm start`
 */
export function expectFreePort(port: number, command: string): Promise<void> {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use. Stop what uses it, or choose another one: PORT=3001 ${command}`;
      fail(error.code === 'EADDRINUSE' ? new Error(inUse) : error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()));
  });
}
