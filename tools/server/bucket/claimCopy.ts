import type { Store } from '../../store/Store';

/** The key in a copy that says which bucket it belongs to. */
const SOURCE = 'source.json';

/**
 * Claims a directory for a bucket, since all that this bucket does not have is removed from it.
 *
 * @throws Error if it is another bucket's, or has something else
 */
export async function claimCopy(copy: Store, address: string): Promise<void> {
  const said = await copy.read(SOURCE);
  const from = said && (JSON.parse(said.toString()) as { from: string }).from;
  if (from === address) return;
  if (from !== undefined)
    throw new Error(
      `The directory has a copy of ${from}, not of ${address}: name another one, --cache <directory>.`,
    );
  if ((await copy.list('')).length > 0)
    throw new Error('The directory has something else in it: name an empty one, --cache <directory>.');
  await nameBucket(copy, address);
}

/** Says in a copy which bucket it belongs to. */
export async function nameBucket(copy: Store, address: string): Promise<void> {
  await copy.write(SOURCE, JSON.stringify({ from: address }));
}
