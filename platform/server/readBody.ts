import type { IncomingMessage } from 'node:http';

/** The maximum length of a request's body, in bytes. Even the longest valid submission is shorter. */
export const BODY_LIMIT = 128 * 1024;

/** The maximum memory for bodies that are being received, in bytes: in total, and per network. */
const MEMORY = { total: 32 * 1024 * 1024, ofNetwork: 8 * 1024 * 1024 };

/**
 * Creates a function that reads request bodies. The function limits the total
 * memory of the bodies that are being received at the same time.
 *
 * @returns an async function that resolves to a request's body; to 413 if the body is too long; to 503 if the memory limit
 *   is exceeded; or to undefined if the visitor disconnects
 */
export function bodyReader({ total, ofNetwork } = MEMORY, limit = BODY_LIMIT) {
  let used = 0;
  const usedBy = new Map<string, number>();

  function use(network: string, bytes: number): void {
    used += bytes;
    const own = (usedBy.get(network) ?? 0) + bytes;
    if (own === 0) usedBy.delete(network);
    else usedBy.set(network, own);
  }

  return async (request: IncomingMessage, network: string): Promise<Buffer | 413 | 503 | undefined> => {
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length;
        use(network, chunk.length);
        if (length > limit) return 413;
        if (used > total || (usedBy.get(network) ?? 0) > ofNetwork) return 503;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks, length);
    } catch {
      return undefined;
    } finally {
      use(network, -length);
    }
  };
}

/** Whether a request announces a body that is longer than the limit, or whose length is unknown. */
export function hasLongBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT;
}
