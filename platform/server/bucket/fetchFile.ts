import { IntegrityError } from '../../release/readRelease';
import { forEachParallel } from '../../store/forEachParallel';
import type { Store } from '../../store/Store';
import type { CheckedFile } from '../../store/storeArtifact';

/** A bucket, and the directory that mirrors it. */
export interface Copying {
  bucket: Store;
  copy: Store;
  /** Stops copying before the next file. */
  signal: AbortSignal;
}

/**
 * Reads a file from the bucket and checks it.
 *
 * @returns undefined if there is no such file
 * @throws IntegrityError if the file is damaged
 */
export async function findFile(
  { bucket, signal }: Copying,
  { key, isUnaltered }: CheckedFile,
): Promise<Buffer | undefined> {
  signal.throwIfAborted();
  const content = await bucket.read(key);
  if (!content || isUnaltered(content)) return content;
  throw new IntegrityError(`${key} has been altered in the bucket: put it back, or deploy again.`);
}

/**
 * Reads a file that the bucket must have, and checks it.
 *
 * @throws IntegrityError if the file is missing or damaged
 */
export async function fetchFile(copying: Copying, file: CheckedFile): Promise<Buffer> {
  const content = await findFile(copying, file);
  if (content) return content;
  throw new IntegrityError(`${file.key} is missing from the bucket: put it back, or deploy again.`);
}

/** Copies files from the bucket in parallel. Existing files are overwritten. */
export async function fetchFiles(copying: Copying, files: Iterable<CheckedFile>): Promise<void> {
  await forEachParallel(files, async (file) => copying.copy.write(file.key, await fetchFile(copying, file)));
}
