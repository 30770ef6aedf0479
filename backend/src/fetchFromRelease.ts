import { extractFile } from './extractFile';
import { messageOf } from './messageOf';
import { POCKETBASE_VERSION } from './pinnedBuild';

const OFFICIAL_RELEASE = `https://github.com/pocketbase/pocketbase/releases/download/v${POCKETBASE_VERSION}`;
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * Fetches the PocketBase executable from its official release.
 *
 * The archive is compared with the release's own `checksums.txt`. That catches a damaged or mixed-up download; it
 * does not catch a release that was replaced together with its checksums, against which only HTTPS and the account
 * of PocketBase's author stand.
 * @param archive file name of the archive, see pinnedBuild.
 * @param baseUrl where the release's files are, without a trailing slash.
 * @param limits how long the sums and the archive may take to arrive.
 * @throws Error if it does not arrive in time, or is not what the checksums say.
 */
export async function fetchFromRelease(
  archive: string,
  baseUrl: string = OFFICIAL_RELEASE,
  limits = { sumsMs: 15_000, archiveMs: 100_000 },
): Promise<Uint8Array> {
  const checksums = await download(`${baseUrl}/checksums.txt`, limits.sumsMs);
  const sha256 = checksums
    .toString()
    .split('\n')
    .map((line) => /^([0-9a-f]{64}) [ *](\S+)\s*$/i.exec(line))
    .find((match) => match?.[2] === archive)?.[1];
  if (sha256 === undefined) throw new Error(`${baseUrl}/checksums.txt does not name ${archive}.`);

  const bytes = await download(`${baseUrl}/${archive}`, limits.archiveMs);
  return extractFile({ name: archive, bytes, sha256 }, (path) => path === 'pocketbase');
}

async function download(url: string, limitMs: number): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    if (Number(response.headers.get('content-length')) > MAX_BYTES) throw new Error('it is too large');
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${url} cannot be downloaded: ${messageOf(error)}`, { cause: error });
  }
}
