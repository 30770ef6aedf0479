import { gzipSync } from 'node:zlib';
import { compress } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { storeArtifact } from '../store/storeArtifact';
import { dataKey, parseRelease, releaseKey } from './readRelease';
import type { Release } from './Release';

/** A new file. */
export interface NewFile {
  file: string;
  bytes: Buffer;
  /** The file and its compressed forms, by name; absent if they have not been made yet (see `compress`). */
  forms?: Promise<ReadonlyMap<string, Buffer>>;
}

/** New files by the hash of their content, one file for each hash. */
export type NewContents = ReadonlyMap<string, NewFile>;

/** The parts that have to be written for a release. */
export interface NewParts {
  release: Release;
  /** The new pages and files of the release. */
  contents: NewContents;
  /** The new data of the release, JSON by hash. */
  data: ReadonlyMap<string, string>;
  /** The builds to put into the store. */
  artifacts: LoadedArtifact[];
}

/**
 * The fourth of five steps: writes the manifest, and then all new parts. As soon as the manifest exists, prune keeps
 * the parts that the manifest names. New parts are written even if the store has them, so that a running prune keeps
 * them, too. Visitors see nothing of the release until it is published.
 *
 * @throws IntegrityError, before anything is written, if the manifest would be invalid
 * @throws Error if the store fails; the manifest has then been removed
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
    await forEachParallel(data, ([hash, json]) => store.write(dataKey(hash), gzipSync(json, { level: 1 })));
  } catch (error) {
    // If the removal fails as well, prune removes the manifest after a day.
    await store.remove(key).catch(() => undefined);
    throw error;
  }
}
