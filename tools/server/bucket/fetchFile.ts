import { IntegrityError } from '../../release/readRelease';
import { forEachParallel } from '../../store/forEachParallel';
import type { Store } from '../../store/Store';
import type { CheckedFile } from '../../store/storeArtifact';

/** A bucket, and the directory that it is copied into. */
export interface Copying {
  bucket: Store;
  copy: Store;
  /** Ends it between two files. */
  signal: AbortSignal;
}

/**
 * Finds a file of the bucket, and checks it.
 *
 * @returns undefined if there is none
 * @throws IntegrityError if it has been altered
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
 * Fetches a file that the bucket should have, and checks it.
 *
 * @throws IntegrityError if it is missing, or has been altered
 */
export async function fetchFile(copying: Copying, file: CheckedFile): Promise<Buffer> {
  const content = await findFile(copying, file);
  if (content) return content;
  throw new IntegrityError(`${file.key} is missing in the bucket: put it back, or deploy again.`);
}

/** Fetches files into the copy, several at once, over what is there. */
export async function fetchFiles(copying: Copying, files: Iterable<CheckedFile>): Promise<void> {
  await forEachParallel(files, async (file) => copying.copy.write(file.key, await fetchFile(copying, file)));
}
