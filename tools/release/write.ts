import { compress, formsOf } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { isStored, storeArtifact } from '../store/storeArtifact';
import { dataKey, parseRelease, releaseKey } from './readRelease';
import { waitForPrune } from './waitForPrune';
import { partsOf } from './walkParts';
import { contentsOf, dataOf, type Release } from './Release';

/** A file that is made anew. */
export interface NewFile {
  file: string;
  bytes: Buffer;
  /** Its forms by name, if they were made meanwhile; see `compress`. */
  forms?: Promise<ReadonlyMap<string, Buffer>>;
}

/** Contents that the store may lack: by hash, one file with the content. */
export type NewContents = ReadonlyMap<string, NewFile>;

/** What a release brings. */
export interface NewParts {
  release: Release;
  /** Its pages and files that are new. */
  contents: NewContents;
  /** Its data that is new, JSON by hash. */
  data: ReadonlyMap<string, string>;
  /** Its builds that may be new. */
  artifacts: LoadedArtifact[];
}

/**
 * The fourth of five steps: writes what the store lacks of a release, the manifest last. Visitors see none of it
 * until it is published.
 *
 * @throws IntegrityError, before anything is written, if the manifest could not be read back
 */
export async function write(
  store: Store,
  { release, contents, data, artifacts }: NewParts,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const manifest = Buffer.from(JSON.stringify(release));
  parseRelease(release.id, manifest);
  for (const artifact of artifacts) await storeArtifact(store, artifact, log);
  log(`Compressing and writing ${contents.size} files`);
  await forEachParallel(contents, async ([content, { file, bytes, forms }]) => {
    for (const [form, compressed] of await (forms ?? compress(file, bytes)))
      await store.write(`pages/${content}${form.slice(file.length)}`, compressed);
  });
  await forEachParallel(data, ([hash, json]) => store.write(dataKey(hash), json));
  await store.write(releaseKey(release.id), manifest);
}

/** Whether the store has the contents of all pages and files of a release, and their data. */
export async function hasContents(store: Store, release: Release): Promise<boolean> {
  const stored = new Set(await store.list('pages/'));
  const known = new Set(await store.list('data/'));
  const isThere = (file: string, content: string) =>
    formsOf(file).every((form) => stored.has(content + form));
  return (
    contentsOf(release).every(([file, content]) => isThere(file, content)) &&
    [...dataOf(release)].every((hash) => known.has(`${hash}.json`))
  );
}

/**
 * Writes a release, and checks that the store has all that it names: prune may just have removed something that
 * was old and unused. If so, the manifest is removed again.
 *
 * @returns whether all of it is there; if not, the next one takes nothing over
 */
export async function writeWhole(
  store: Store,
  written: NewParts,
  log: (line: string) => void,
): Promise<boolean> {
  const { release, artifacts } = written;
  await write(store, written, log);
  const hasWaited = await waitForPrune(store, partsOf(release), log);
  const stored = await Promise.all(artifacts.map(({ artifact }) => isStored(store, artifact)));
  const isWhole = !hasWaited && (await hasContents(store, release)) && stored.every(Boolean);
  if (!isWhole) {
    await store.remove(releaseKey(release.id));
    log('Prune was removing something of it meanwhile: starting again.');
  }
  return isWhole;
}
