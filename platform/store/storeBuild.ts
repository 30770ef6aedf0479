import type { BuildDescription } from '../build/BuildDescription';
import { computeIntegrity } from '../build/computeIntegrity';
import { sha256 } from '../build/sha256';
import { compress, listEncodings, hasHash } from './compress';
import { forEachParallel } from './forEachParallel';
import { descriptionKey, mapsKey, type LoadedBuild } from './readBuild';
import type { Store } from './Store';

export interface CheckedFile {
  key: string;
  isUnaltered: (content: Buffer) => boolean;
}

/**
 * Writes a build to the store. `build.json` is written last, so a stored build that has this file is complete. Existing
 * files are rewritten so that `prune` does not remove them, because it keeps recently written files.
 */
export async function storeBuild(
  store: Store,
  { description, origin, server, files, maps }: LoadedBuild,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = description;
  log(`Compressing and storing ${app} ${version}: ${files.size} files`);
  if (origin) await store.write(`builds/${app}/${version}/origin.json`, JSON.stringify(origin));
  if (maps) await store.write(mapsKey(`${app}/${version}`), maps);
  await forEachParallel(files, async ([name, content]) => {
    for (const [file, bytes] of await compress(name, content))
      await store.write(`assets/${app}/${version}/${file}`, bytes);
  });
  await store.write(`builds/${app}/${version}/server.cjs`, server);
  await store.write(descriptionKey(`${app}/${version}`), JSON.stringify(description));
}

/** Lists the browser files of a build, in all encodings. */
export function builtFiles({ app, version, files }: BuildDescription): CheckedFile[] {
  return Object.entries(files).flatMap(([name, { integrity }]) =>
    listEncodings(name).map((encoding) => {
      const key = `assets/${app}/${version}/${name}${encoding}`;
      return { key, isUnaltered: (content: Buffer) => hasHash(key, content, integrity, computeIntegrity) };
    }),
  );
}

function serverBundle({ app, version, serverHash }: BuildDescription): CheckedFile {
  const key = `builds/${app}/${version}/server.cjs`;
  return { key, isUnaltered: (code) => sha256(code) === serverHash };
}

/** Lists the files that the store must have for a build: its description, its server bundle and its browser files. */
export function storedFiles(description: BuildDescription): CheckedFile[] {
  const build = `${description.app}/${description.version}`;
  return [
    {
      key: descriptionKey(build),
      isUnaltered: (content) => content.toString() === JSON.stringify(description),
    },
    serverBundle(description),
    ...builtFiles(description),
  ];
}
