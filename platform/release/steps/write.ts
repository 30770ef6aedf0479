import { gzipSync } from 'node:zlib';
import { compress } from '../../store/compress';
import { forEachParallel } from '../../store/forEachParallel';
import type { LoadedBuild } from '../../store/readBuild';
import type { Store } from '../../store/Store';
import { storeBuild } from '../../store/storeBuild';
import { dataKey } from '../readData';
import type { Release } from '../Release';

export interface NewFile {
  file: string;
  bytes: Buffer;
  /** The file and its encodings, by name; absent if compression has not begun (see `compress`). */
  encodings?: Promise<ReadonlyMap<string, Buffer>>;
}

/** New files, by the hash of their content. */
export type NewContents = ReadonlyMap<string, NewFile>;

export interface NewParts {
  release: Release;
  contents: NewContents;
  /** The release's new data and answers, as JSON, by hash. */
  data: ReadonlyMap<string, string>;
  builds: LoadedBuild[];
}

/**
 * The fourth of five steps: writes the new parts of a release. If the store already has a file, it is written again, so that
 * prune keeps it for one more day. Visitors do not see any part of the release until it is published.
 */
export async function write(
  store: Store,
  { contents, data, builds }: Pick<NewParts, 'contents' | 'data' | 'builds'>,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  for (const build of builds) await storeBuild(store, build, log);
  log(`Compressing and writing ${contents.size} files`);
  await forEachParallel(contents, async ([content, { file, bytes, encodings }]) => {
    for (const [encoding, compressed] of await (encodings ?? compress(file, bytes)))
      await store.write(`pages/${content}${encoding.slice(file.length)}`, compressed);
  });
  await forEachParallel(data, ([hash, json]) => store.write(dataKey(hash), gzipSync(json, { level: 1 })));
}
