/** How long a download may take and how large it may be. */
interface DownloadLimits {
  /** Milliseconds until the server must have begun to answer. */
  connectMs: number;
  /** Milliseconds for the whole download. */
  totalMs: number;
  maxBytes: number;
}

/**
 * Fetches a file over HTTP into memory, following redirects.
 * @throws Error that names the address, when it cannot be had within the limits.
 */
export async function downloadFile(url: string, limits: DownloadLimits): Promise<Uint8Array> {
  const abort = new AbortController();
  const stopAfter = (milliseconds: number, reason: string) =>
    setTimeout(() => abort.abort(new Error(reason)), milliseconds);
  const total = stopAfter(limits.totalMs, `not finished after ${limits.totalMs / 1000} s`);
  const connect = stopAfter(limits.connectMs, `no answer within ${limits.connectMs / 1000} s`);
  try {
    const response = await fetch(url, { signal: abort.signal });
    clearTimeout(connect);
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limits.maxBytes) throw new Error(`larger than ${limits.maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw new Error(`Cannot download ${url}: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(total);
    clearTimeout(connect);
    abort.abort();
  }
}

/** fetch says only "fetch failed"; what failed is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
