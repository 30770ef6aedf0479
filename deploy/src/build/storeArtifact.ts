import type { BuildSource } from '@site/shared/remote';
import { MANIFEST, type Artifact } from '../../../build/Artifact';
import { compress } from './compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from './readArtifact';
import type { Store } from '../store/Store';

/**
 * Puts a build into the store, `artifact.json` last, so that its presence means that all of it is there. A build
 * that is there becomes young again by it, so that `prune` spares it.
 */
export async function storeArtifact(
  store: Store,
  { artifact, origin, server, files }: LoadedArtifact,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = artifact;
  if (!(await isStored(store, artifact))) {
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
  }
  if (origin) await store.write(`artifacts/${app}/${version}/origin.json`, JSON.stringify(origin));
  await store.write(artifactKey(`${app}/${version}`), JSON.stringify(artifact));
}

/** Where a build, `<app>/<version>`, says what it is made of. */
export function artifactKey(build: string): string {
  return `artifacts/${build}/artifact.json`;
}

/** Whether all of a build is in the store. */
export async function isStored(
  store: Store,
  { app, version, files }: Pick<Artifact, 'app' | 'version' | 'files'>,
): Promise<boolean> {
  const assets = `assets/${app}/${version}/`;
  const [description, found] = await Promise.all([
    store.read(artifactKey(`${app}/${version}`)),
    store.walk(assets),
  ]);
  const keys = new Set(found.map(({ key }) => key));
  return description !== undefined && Object.keys(files).every((name) => keys.has(assets + name));
}

/**
 * Reads a build back from the store.
 *
 * @param needs which of the files that browsers load are wanted; by default those that a release is made with
 * @throws Error if any part of it is missing
 */
export async function loadArtifact(
  store: Store,
  app: string,
  version: string,
  needs = (name: string) => name.endsWith('.css') || name === 'favicon.ico' || name === MANIFEST,
): Promise<LoadedArtifact> {
  const read = async (key: string): Promise<Buffer> => {
    const content = await store.read(key);
    if (!content) throw new Error(`${key} is missing in the store.`);
    return content;
  };
  const artifact = JSON.parse((await read(artifactKey(`${app}/${version}`))).toString()) as Artifact;
  const files = new Map<string, Buffer>();
  await forEachParallel(Object.keys(artifact.files).filter(needs), async (name) => {
    files.set(name, await read(`assets/${app}/${version}/${name}`));
  });
  const origin = await store.read(`artifacts/${app}/${version}/origin.json`);
  return {
    artifact,
    ...(origin && { origin: JSON.parse(origin.toString()) as BuildSource }),
    server: (await read(`artifacts/${app}/${version}/server.cjs`)).toString(),
    files,
  };
}
