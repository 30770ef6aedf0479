/** Node may try only `::1` for localhost, but PocketBase may listen only on 127.0.0.1. */
const LOOPBACK_HINT = 'If PocketBase listens on IPv4 only, use 127.0.0.1 instead of localhost.';

/** Thrown when the backend cannot be read. If a connection to localhost was refused, the message says what to try (§8). */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status the HTTP status; absent if there was no response, or if the response was not JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    const isRefusedByLoopback = message.includes('//localhost') && wasRefused(options?.cause);
    super(isRefusedByLoopback ? `${message} ${LOOPBACK_HINT}` : message, options);
  }
}

/** Whether an error was caused by a refused connection. `fetch` wraps the original error in another one. */
function wasRefused(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === 'ECONNREFUSED' || (cause !== undefined && wasRefused(cause));
}
