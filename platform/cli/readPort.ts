import { pickPort } from '@site/backend/pickPort';

/**
 * Reads the port from `PORT`; 3000 by default.
 *
 * @param command the command that listens on it, for the error message
 * @throws Error with advice if the port is invalid or in use
 */
export async function readPort(command: string): Promise<number> {
  const value = process.env.PORT ?? '3000';
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536)
    return pickPort(port, `choose another port: PORT=3001 ${command}`);
  throw new Error(`PORT is "${value}", which is not a port. Use a number from 1 to 65535.`);
}

/** The port where `npm start` serves previews: 10 000 above the site's port, or below it if there is no such port. */
export function previewPort(port: number): number {
  return port + 10_000 < 65_536 ? port + 10_000 : port - 10_000;
}
