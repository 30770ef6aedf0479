import { compress } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { storeArtifact } from '../store/storeArtifact';
import { dataKey, parseRelease, releaseKey } from './readRelease';
import type { Release } from './Release';

/** A file that is made anew. */
export interface NewFile {
  file: string;
  bytes: Buffer;
  /** Its forms by name, if they were made meanwhile; see `compress`. */
  forms?: Promise<ReadonlyMap<string, Buffer>>;
}

/** Contents that are made anew: by hash, one file with the content. */
export type NewContents = ReadonlyMap<string, NewFile>;

/** What a release brings. */
export interface NewParts {
  release: Release;
  /** Its pages and files that are made anew. */
  contents: NewContents;
  /** Its data that is made anew, JSON by hash. */
  data: ReadonlyMap<string, string>;
  /** Its builds that are put into the store. */
  artifacts: LoadedArtifact[];
}

/**
 * The fourth of five steps: writes the manifest, and then all that was made anew. From the manifest on, prune keeps what
 * the release names; what the store has from earlier is written again, so that a prune that has begun before leaves it,
 * too. Visitors see none of it until it is published.
 *
 * @throws IntegrityError, before anything is written, if the manifest could not be read back
 * @throws Error of the store; the manifest is removed again then
 */
export async function write(
  store: Store,
  { release, contents, data, artifacts }: NewParts,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const manifest = Buffer.from(JSON.stringify(release));
  parseRelease(release.id, manifest);
  const key = releaseKey(release.id);
  try {
    await store.write(key, manifest);
    for (const artifact of artifacts) await storeArtifact(store, artifact, log);
    log(`Compressing and writing ${contents.size} files`);
    await forEachParallel(contents, async ([content, { file, bytes, forms }]) => {
      for (const [form, compressed] of await (forms ?? compress(file, bytes)))
        await store.write(`pages/${content}${form.slice(file.length)}`, compressed);
    });
    await forEachParallel(data, ([hash, json]) => store.write(dataKey(hash), json));
  } catch (error) {
    // Nobody publishes it now. If this fails as well, prune removes the manifest in a day.
    await store.remove(key).catch(() => undefined);
    throw error;
  }
}
