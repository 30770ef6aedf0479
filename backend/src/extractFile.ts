import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';

const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/**
 * Takes one file out of a zip archive that has the given SHA-256 (hex).
 * @param isWanted tells by the path inside the archive.
 * @throws Error that names both sums if they differ; if the archive cannot be read or does not hold exactly one such
 *   file of a sensible size.
 */
export function extractFile(
  { name, bytes, sha256 }: { name: string; bytes: Uint8Array; sha256: string },
  isWanted: (path: string) => boolean,
): Uint8Array {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256.toLowerCase()) {
    throw new Error(`${name} is not the file it should be: its SHA-256 is ${actual}, expected ${sha256}.`);
  }
  const [file, ...others] = Object.values(
    unzipSync(bytes, { filter: (file) => isWanted(file.name) && file.originalSize <= MAX_UNPACKED_BYTES }),
  );
  if (file === undefined || others.length > 0) {
    throw new Error(`${name} does not hold exactly one file of the wanted name.`);
  }
  return file;
}
