import type { Artifact } from '../build/Artifact';
import { sha256 } from '../build/sha256';
import { compress, formsOf, hasIntegrity } from './compress';
import { forEachParallel } from './forEachParallel';
import type { LoadedArtifact } from './readArtifact';
import type { Store } from './Store';

/**
 * Puts a build into the store, `artifact.json` last: it is there only if all of the build is. A stored build that
 * differs from what was built, as somebody who can make previews may have written it, is written again.
 */
export async function storeArtifact(
  store: Store,
  { artifact, origin, server, files }: LoadedArtifact,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = artifact;
  if (origin) await store.write(`artifacts/${app}/${version}/origin.json`, JSON.stringify(origin));
  if ((await isStored(store, artifact)) && (await isUnaltered(store, artifact))) return;
  log(`Compressing and storing ${app} ${version}: ${files.size} files`);
  await forEachParallel(
    files,
    async ([name, content]) => {
      for (const [file, bytes] of await compress(name, content)) {
        await store.write(`assets/${app}/${version}/${file}`, bytes);
      }
    },
    (count) => log(`  ${count} of ${files.size}`),
  );
  await store.write(`artifacts/${app}/${version}/server.cjs`, server);
  await store.write(artifactKey(`${app}/${version}`), JSON.stringify(artifact));
}

/** Where a build, `<app>/<version>`, says what it is made of. */
export function artifactKey(build: string): string {
  return `artifacts/${build}/artifact.json`;
}

/** Whether all of a build is in the store, in all forms. */
export async function isStored(
  store: Store,
  { app, version, files }: Pick<Artifact, 'app' | 'version' | 'files'>,
): Promise<boolean> {
  const build = `${app}/${version}`;
  const found = await Promise.all(['artifacts', 'assets'].map((folder) => store.walk(`${folder}/${build}/`)));
  const keys = new Set(found.flat().map(({ key }) => key));
  const needed = Object.keys(files).flatMap((name) =>
    formsOf(name).map((form) => `assets/${build}/${name}${form}`),
  );
  return [artifactKey(build), `artifacts/${build}/server.cjs`, ...needed].every((key) => keys.has(key));
}

/** Whether the files of a build that is stored are those that were built, in all forms. */
async function isUnaltered(store: Store, artifact: Artifact): Promise<boolean> {
  const { app, version, files, serverHash } = artifact;
  const [description, server] = await Promise.all([
    store.read(artifactKey(`${app}/${version}`)),
    store.read(`artifacts/${app}/${version}/server.cjs`),
  ]);
  let isSame = description?.toString() === JSON.stringify(artifact);
  if (!server || sha256(server) !== serverHash) isSame = false;
  const forms = Object.entries(files).flatMap(([name, { integrity }]) =>
    formsOf(name).map((form) => ({ key: `assets/${app}/${version}/${name}${form}`, integrity })),
  );
  await forEachParallel(forms, async ({ key, integrity }) => {
    const content = await store.read(key);
    if (!content || !hasIntegrity(key, content, integrity)) isSame = false;
  });
  return isSame;
}
