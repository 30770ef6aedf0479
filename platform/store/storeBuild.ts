import type { BuildDescription } from '../build/BuildDescription';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { compress, encodingsOf, hasHash } from './compress';
import { forEachParallel } from './forEachParallel';
import { descriptionKey, type LoadedBuild } from './readBuild';
import type { Store } from './Store';

/** A stored file, with a check of its content. */
export interface CheckedFile {
  key: string;
  isUnaltered: (content: Buffer) => boolean;
}

/**
 * Puts a build into the store. `artifact.json` is written last, so a build with that file is complete. Existing files
 * are written again, so that prune, which keeps recently written files, does not remove them.
 */
export async function storeBuild(
  store: Store,
  { artifact, origin, server, files }: LoadedBuild,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = artifact;
  log(`Compressing and storing ${app} ${version}: ${files.size} files`);
  if (origin) await store.write(`artifacts/${app}/${version}/origin.json`, JSON.stringify(origin));
  await forEachParallel(files, async ([name, content]) => {
    for (const [file, bytes] of await compress(name, content))
      await store.write(`assets/${app}/${version}/${file}`, bytes);
  });
  await store.write(`artifacts/${app}/${version}/server.cjs`, server);
  await store.write(descriptionKey(`${app}/${version}`), JSON.stringify(artifact));
}

/** The browser files of a build, in all encodings. */
export function builtFiles({ app, version, files }: BuildDescription): CheckedFile[] {
  return Object.entries(files).flatMap(([name, { integrity }]) =>
    encodingsOf(name).map((encoding) => {
      const key = `assets/${app}/${version}/${name}${encoding}`;
      return { key, isUnaltered: (content: Buffer) => hasHash(key, content, integrity, integrityOf) };
    }),
  );
}

/** The server bundle of a build, which renders its pages. */
function serverBundle({ app, version, serverHash }: BuildDescription): CheckedFile {
  const key = `artifacts/${app}/${version}/server.cjs`;
  return { key, isUnaltered: (code) => sha256(code) === serverHash };
}

/** All files of a build in the store: its description, its server bundle and its browser files. */
export function storedFiles(artifact: BuildDescription): CheckedFile[] {
  const build = `${artifact.app}/${artifact.version}`;
  return [
    { key: descriptionKey(build), isUnaltered: (content) => content.toString() === JSON.stringify(artifact) },
    serverBundle(artifact),
    ...builtFiles(artifact),
  ];
}
