import type { Store } from '../../store/Store';

/** The key of the file that names a copy's bucket. */
const SOURCE = 'source.json';

/**
 * Claims a directory for a bucket. Must be called before any file is removed from the directory.
 *
 * @throws Error if the directory belongs to another bucket, or contains other files
 */
export async function claimCopy(copy: Store, address: string): Promise<void> {
  const stored = await copy.read(SOURCE);
  const from = stored && (JSON.parse(stored.toString()) as { from: string }).from;
  if (from === address) return;
  if (from !== undefined)
    throw new Error(
      `The directory contains a copy of ${from}, not of ${address}. Choose another directory: --cache <directory>.`,
    );
  if ((await copy.list('')).length > 0)
    throw new Error('The directory contains other files. Choose an empty directory: --cache <directory>.');
  await nameBucket(copy, address);
}

/** Writes the address of the bucket into its copy. */
export async function nameBucket(copy: Store, address: string): Promise<void> {
  await copy.write(SOURCE, JSON.stringify({ from: address }));
}
