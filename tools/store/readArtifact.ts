import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildSource } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import type { BuildOrigin } from '../build/readOrigin';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { parseArtifact } from './parseArtifact';

/** A build with its files' contents. */
export interface LoadedArtifact {
  artifact: Artifact;
  /** The server bundle's source. */
  server: string;
  /** Where it comes from, if it says so. */
  origin?: BuildSource;
  /** Hash of the sources that it was made of (see `hashInputs`); of a build on disk alone. */
  inputs?: string;
  /** By name relative to the build's `browser/` folder. */
  files: Map<string, Buffer>;
}

/**
 * Reads a build from disk and checks that it is whole.
 *
 * @param directory the folder that holds `artifact.json`
 * @throws Error if there is no build, or if any file is missing or differs from what the build wrote
 */
export async function readArtifact(directory: string): Promise<LoadedArtifact> {
  const description = await readFile(join(directory, 'artifact.json')).catch(() => {
    throw new Error(`There is no build in ${directory}. Build the app first: npm run build -w <app>.`);
  });
  const artifact = parseArtifact(description);
  if (!artifact)
    throw new Error(`artifact.json in ${directory} is not what a build writes. Build the app again.`);
  const { app } = artifact;
  const server = await readBuilt('server', 'server.cjs');
  expectUnaltered('server.cjs', artifact.serverHash, sha256(server));
  const files = new Map<string, Buffer>();
  for (const [name, { integrity }] of Object.entries(artifact.files)) {
    const content = await readBuilt('browser', name);
    expectUnaltered(name, integrity, integrityOf(content));
    files.set(name, content);
  }
  return { artifact, ...(await readSource()), server: server.toString(), files };

  async function readSource(): Promise<Pick<LoadedArtifact, 'origin' | 'inputs'>> {
    const text = await readFile(join(directory, 'server/origin.json'), 'utf8').catch(() => undefined);
    if (text === undefined) return {};
    const { inputs, ...origin } = JSON.parse(text) as BuildOrigin;
    return { inputs, origin };
  }

  function readBuilt(folder: string, name: string): Promise<Buffer> {
    return readFile(join(directory, folder, name)).catch((cause: unknown) => {
      throw new Error(`${name} of ${app} is missing. Build the app again.`, { cause });
    });
  }

  function expectUnaltered(name: string, expected: string, actual: string): void {
    if (expected === actual) return;
    throw new Error(`${name} of ${app} is not the file that was built. Build the app again.`);
  }
}
