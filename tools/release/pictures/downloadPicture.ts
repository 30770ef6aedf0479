/** How long a download may take. Milliseconds. */
const DOWNLOAD_LIMIT = 30_000;

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
  if (!response.ok) throw new Error(`it was answered with status ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
