import { MANIFEST } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { forEachParallel } from './forEachParallel';
import { parseArtifact, parseSource } from './parseArtifact';
import type { LoadedArtifact } from './readArtifact';
import type { Store } from './Store';
import { artifactKey } from './storeArtifact';

/**
 * Reads a build back from the store.
 *
 * @param needs which of the files that browsers load are wanted; by default those that a release is made with
 * @throws Error if any part of it is missing or has been altered
 */
export async function loadArtifact(
  store: Store,
  app: string,
  version: string,
  needs = (name: string) => name.endsWith('.css') || name === 'favicon.ico' || name === MANIFEST,
): Promise<LoadedArtifact> {
  const build = `${app}/${version}`;
  const read = async <Result>(key: string, take: (content: Buffer) => Result | undefined | false) => {
    const content = await store.read(key);
    if (!content) throw new Error(`${key} is missing in the store.`);
    const taken = take(content);
    if (!taken) throw new Error(`${key} has been altered in the store.`);
    return taken;
  };
  const artifact = await read(artifactKey(build), (content) => {
    const found = parseArtifact(content);
    return found && `${found.app}/${found.version}` === build && found;
  });
  const server = await read(
    `artifacts/${build}/server.cjs`,
    (content) => sha256(content) === artifact.serverHash && content,
  );
  const files = new Map<string, Buffer>();
  const needed = Object.entries(artifact.files).filter(([name]) => needs(name));
  await forEachParallel(needed, async ([name, { integrity }]) => {
    const key = `assets/${build}/${name}`;
    files.set(name, await read(key, (content) => integrityOf(content) === integrity && content));
  });
  const said = await store.read(`artifacts/${build}/origin.json`);
  const origin = said && parseSource(said);
  return {
    artifact,
    ...(origin && { origin }),
    server: server.toString(),
    files,
  };
}
