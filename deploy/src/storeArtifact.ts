import type { Artifact } from './Artifact';
import type { LoadedArtifact } from './readArtifact';
import { compress } from './compress';
import type { Store } from './store/Store';

/** Puts a build into the store, `artifact.json` last, so that its presence means that all of it is there. */
export async function storeArtifact(
  store: Store,
  { artifact, server, files }: LoadedArtifact,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const { app, version } = artifact;
  const done = `artifacts/${app}/${version}/artifact.json`;
  if (await store.read(done)) return;
  log(`Compressing and storing ${app} ${version}: ${files.size} files`);
  for (const [name, content] of files) {
    for (const [file, bytes] of await compress(name, content)) {
      await store.write(`assets/${app}/${version}/${file}`, bytes);
    }
  }
  await store.write(`artifacts/${app}/${version}/server.cjs`, server);
  await store.write(done, JSON.stringify(artifact));
}

/**
 * Reads a build back from the store.
 *
 * @param needs which of the files that browsers load are wanted; by default the style sheets, to render with
 * @throws Error if any part of it is missing
 */
export async function loadArtifact(
  store: Store,
  app: string,
  version: string,
  needs = (name: string) => name.endsWith('.css'),
): Promise<LoadedArtifact> {
  const read = async (key: string): Promise<Buffer> => {
    const content = await store.read(key);
    if (!content) throw new Error(`${key} is missing in the store.`);
    return content;
  };
  const artifact = JSON.parse(
    (await read(`artifacts/${app}/${version}/artifact.json`)).toString(),
  ) as Artifact;
  const files = new Map<string, Buffer>();
  for (const name of Object.keys(artifact.files)) {
    if (needs(name)) files.set(name, await read(`assets/${app}/${version}/${name}`));
  }
  return { artifact, server: (await read(`artifacts/${app}/${version}/server.cjs`)).toString(), files };
}
