/**
 * The port that `PORT` names, 3000 if it is not set.
 *
 * @throws Error if it is no port
 */
export function readPort(value = '3000'): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${value}", which is not a port. Use a number from 1 to 65535.`);
}
