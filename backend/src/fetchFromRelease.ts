import { checkSha256 } from './checkSha256';
import { downloadFile } from './downloadFile';
import { extractFile } from './extractFile';
import { POCKETBASE_VERSION } from './pinnedBuild';

const OFFICIAL_RELEASE = `https://github.com/pocketbase/pocketbase/releases/download/v${POCKETBASE_VERSION}`;
const CONNECT_MS = 10_000;

/**
 * Fetches the PocketBase executable from its official release.
 *
 * The archive is compared with the release's own `checksums.txt`. That catches a damaged or mixed-up download; it
 * does not catch a release that was replaced together with its checksums, against which only HTTPS and the account
 * of PocketBase's author stand.
 * @param archive file name of the archive, see pinnedBuild.
 * @param baseUrl where the release's files are, without a trailing slash.
 * @throws Error if it cannot be had in about two minutes, or is not what the checksums say.
 */
export async function fetchFromRelease(
  archive: string,
  baseUrl: string = OFFICIAL_RELEASE,
): Promise<Uint8Array> {
  const checksums = Buffer.from(
    await downloadFile(`${baseUrl}/checksums.txt`, {
      connectMs: CONNECT_MS,
      totalMs: 20_000,
      maxBytes: 64 * 1024,
    }),
  ).toString('utf8');
  const expected = checksums
    .split('\n')
    .map((line) => /^([0-9a-f]{64}) [ *](\S+)\s*$/i.exec(line))
    .find((match) => match?.[2] === archive)?.[1];
  if (expected === undefined) throw new Error(`${baseUrl}/checksums.txt does not name ${archive}.`);

  const bytes = await downloadFile(`${baseUrl}/${archive}`, {
    connectMs: CONNECT_MS,
    totalMs: 100_000,
    maxBytes: 100 * 1024 * 1024,
  });
  checkSha256(archive, bytes, expected);
  return extractFile(bytes, (path) => path === 'pocketbase');
}
