import { compress, formsOf } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { parseRelease, releaseKey } from './parseRelease';
import { contentsOf, type Release } from './Release';

/** What a release has that the store may not have yet: by content, a file that has it and its bytes. */
export type NewContents = ReadonlyMap<string, { file: string; bytes: Buffer }>;

/**
 * Writes what is new in a release, each content with its compressed forms, and then its manifest. Visitors see none
 * of it until it is made live. What is there already becomes young again, so that `prune` spares it.
 *
 * @throws IntegrityError, before anything is written, if nobody could read the manifest
 */
export async function writeRelease(
  store: Store,
  release: Release,
  contents: NewContents,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const manifest = Buffer.from(JSON.stringify(release));
  parseRelease(release.id, manifest);
  log(`Compressing and writing ${contents.size} files`);
  await forEachParallel(
    contents,
    async ([content, { file, bytes }]) => {
      for (const [form, compressed] of await compress(file, bytes)) {
        await store.write(`pages/${content}${form.slice(file.length)}`, compressed);
      }
    },
    (count) => log(`  ${count} of ${contents.size}`),
  );
  await store.write(releaseKey(release.id), manifest);
}

/** The contents of a release of which the store lacks any form. */
export async function missingContents(store: Store, release: Release): Promise<Set<string>> {
  const stored = new Set(await store.list('pages/'));
  return new Set(
    contentsOf(release)
      .filter(([file, content]) => formsOf(file).some((form) => !stored.has(content + form)))
      .map(([, content]) => content),
  );
}
