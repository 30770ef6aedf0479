import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/**
 * Takes one file out of a zip archive that has the given SHA-256 (hex).
 * @param isWanted tells by the path inside the archive.
 * @throws Error that names both sums if they differ; if the archive cannot be read or does not hold exactly one such
 *   file of a sensible size.
 */
export async function extractFile(
  { name, bytes, sha256 }: { name: string; bytes: Buffer; sha256: string },
  isWanted: (path: string) => boolean,
): Promise<Buffer> {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256.toLowerCase()) {
    throw new Error(`${name} is not the file it should be: its SHA-256 is ${actual}, expected ${sha256}.`);
  }
  const zip = await fromBufferPromise(bytes);
  const files: Buffer[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry.fileName) || entry.uncompressedSize > MAX_UNPACKED_BYTES) continue;
    files.push(await buffer(await zip.openReadStreamPromise(entry)));
  }
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new Error(`${name} does not hold exactly one file of the wanted name.`);
  }
  return file;
}
