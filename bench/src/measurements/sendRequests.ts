import autocannon, { type Result } from 'autocannon';

interface Load {
  origin: string;
  /** Asked in turn. */
  paths: string[];
  /** For how long, seconds, or how many requests. */
  until: { duration: number } | { amount: number };
  /** When to stop in any case. Milliseconds. */
  limit: number;
}

/** How many requests are under way at a time. */
export const CONNECTIONS = 10;

/**
 * Sends as many requests as the server answers.
 *
 * @throws Error if any request fails
 */
export async function sendRequests({ origin, paths, until, limit }: Load): Promise<Result> {
  const requests = paths.map((path) => ({ path }));
  const headers = { 'accept-encoding': 'br, gzip' };
  const running = autocannon({ url: origin, connections: CONNECTIONS, headers, requests, ...until });
  const timer = setTimeout(() => (running as unknown as { stop(): void }).stop(), limit);
  // What it gives can be awaited, but is no real promise.
  const result = await Promise.resolve(running).finally(() => clearTimeout(timer));
  const failed = result.errors + result.non2xx;
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${origin} failed: ${paths.join(' ')}`);
  return result;
}
