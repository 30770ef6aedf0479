import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Why requests cannot be counted on this machine; undefined if they can be. Counting needs wrk, because other clients are
 * slower than the servers.
 */
export const noWrk = spawnSync('wrk', ['-v']).error && 'Not measured: wrk is not installed on this machine.';

export const CONNECTIONS = 32;

/**
 * Requests a page as often as the server can respond.
 *
 * @param duration how long to send requests, in seconds
 * @returns the number of requests per second
 * @throws Error if any request fails
 */
export async function countRequests(url: string, duration: number): Promise<number> {
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-H', 'accept-encoding: br'];
  const { stdout } = await promisify(execFile)('wrk', [...options, url]);
  const [, rate] = /^Requests\/sec: *([\d.]+)$/m.exec(stdout) ?? [];
  if (rate === undefined || /Non-2xx|Socket errors/.test(stdout))
    throw new Error(`Requests to ${url} failed:\n${stdout}`);
  return Number(rate);
}
