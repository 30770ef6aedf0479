/** How long a download may take. Milliseconds. */
const DOWNLOAD_LIMIT = 30_000;

/** How many bytes a picture may have; the backend takes fewer. */
const MAX_BYTES = 25_000_000;

/**
 * Reads a picture from the backend, as it was uploaded.
 *
 * @param name `<recipe>/<collection>/<record>/<file>`
 * @param signal gives it up
 * @returns undefined if the backend does not have it any more, or not for visitors
 * @throws Error if the backend cannot be read
 */
export async function downloadPicture(
  backendUrl: string,
  name: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const path = name.split('/').slice(1).join('/');
  const limit = AbortSignal.timeout(DOWNLOAD_LIMIT);
  const response = await fetch(`${backendUrl}/api/files/${path}`, {
    signal: AbortSignal.any([signal, limit]),
  });
  if (response.status === 404) return undefined;
  if (!response.ok || !response.body) throw new Error(`it was answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
