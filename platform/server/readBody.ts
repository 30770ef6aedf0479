import type { IncomingMessage } from 'node:http';

/** The maximum length of a body, in bytes. Even the longest valid form is shorter. */
export const BODY_LIMIT = 128 * 1024;

/** The maximum memory for bodies that are being received, in bytes: of all visitors, and of one network. */
const MEMORY = { total: 32 * 1024 * 1024, ofNetwork: 8 * 1024 * 1024 };

/**
 * Limits the memory for request bodies.
 *
 * @returns a function that reads the body of a request. It returns 413 if the body is too long, 503 if the memory for
 *   bodies is used up, and undefined if the visitor disconnects
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

  /** @param network the visitor's network, from `getNetwork` */
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

/** Whether a body is longer than the limit, or of unknown length. Such a body is refused if the request needs none. */
export function hasLongBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT;
}
