import { unzipSync } from 'fflate';

const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/**
 * Takes one file out of a zip archive.
 * @param isWanted tells by the path inside the archive.
 * @throws Error if the archive cannot be read or does not hold exactly one such file of a sensible size.
 */
export function extractFile(archive: Uint8Array, isWanted: (path: string) => boolean): Uint8Array {
  const files = Object.values(
    unzipSync(archive, { filter: (file) => isWanted(file.name) && file.originalSize <= MAX_UNPACKED_BYTES }),
  );
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Error(`The archive holds ${files.length} files of the wanted name, expected one.`);
  }
  return file;
}
