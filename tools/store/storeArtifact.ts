import type { Artifact } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { compress, formsOf, hasHash } from './compress';
import { forEachParallel } from './forEachParallel';
import { artifactKey, type LoadedArtifact } from './readArtifact';
import type { Store } from './Store';

/** A file of a store whose bytes can be checked. */
export interface CheckedFile {
  key: string;
  isUnaltered: (content: Buffer) => boolean;
}

/**
 * Puts a build into the store, `artifact.json` last: it is there only if all of the build is. A stored build that is
 * damaged is written again.
 */
export async function storeArtifact(
  store: Store,
  { artifact, origin, server, files }: LoadedArtifact,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = artifact;
  if (origin) await store.write(`artifacts/${app}/${version}/origin.json`, JSON.stringify(origin));
  if (await isUnaltered(store, artifact)) return;
  log(`Compressing and storing ${app} ${version}: ${files.size} files`);
  await forEachParallel(files, async ([name, content]) => {
    for (const [file, bytes] of await compress(name, content))
      await store.write(`assets/${app}/${version}/${file}`, bytes);
  });
  await store.write(`artifacts/${app}/${version}/server.cjs`, server);
  await store.write(artifactKey(`${app}/${version}`), JSON.stringify(artifact));
}

/** What browsers load of a build, in all forms. */
export function builtFiles({ app, version, files }: Artifact): CheckedFile[] {
  return Object.entries(files).flatMap(([name, { integrity }]) =>
    formsOf(name).map((form) => {
      const key = `assets/${app}/${version}/${name}${form}`;
      return { key, isUnaltered: (content: Buffer) => hasHash(key, content, integrity, integrityOf) };
    }),
  );
}

/** All that a build has in the store: what describes it, what renders its pages, and what browsers load. */
export function storedFiles(artifact: Artifact): CheckedFile[] {
  const build = `${artifact.app}/${artifact.version}`;
  return [
    { key: artifactKey(build), isUnaltered: (said) => said.toString() === JSON.stringify(artifact) },
    { key: `artifacts/${build}/server.cjs`, isUnaltered: (code) => sha256(code) === artifact.serverHash },
    ...builtFiles(artifact),
  ];
}

/** Whether all of a build is in the store, in all forms. */
export async function isStored(store: Store, artifact: Artifact): Promise<boolean> {
  const build = `${artifact.app}/${artifact.version}`;
  const found = await Promise.all(['artifacts', 'assets'].map((folder) => store.walk(`${folder}/${build}/`)));
  const keys = new Set(found.flat().map(({ key }) => key));
  return storedFiles(artifact).every(({ key }) => keys.has(key));
}

async function isUnaltered(store: Store, artifact: Artifact): Promise<boolean> {
  let areSame = true;
  await forEachParallel(storedFiles(artifact), async (file) => {
    const content = await store.read(file.key);
    if (!content || !file.isUnaltered(content)) areSame = false;
  });
  return areSame;
}
