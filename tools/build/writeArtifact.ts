import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Compiler } from 'webpack';
import type { RemoteConfig } from '../../shared/src/remote';
import { sharedVersions } from './federationPlugins';
import type { Artifact } from './Artifact';
import { integrityOf } from './integrityOf';
import type { ChunkTable } from './collectChunks';
import type { BuildOrigin } from './readOrigin';
import { sha256 } from './sha256';
import { versionOf } from './versionOf';

interface Build {
  app: string;
  mode: Artifact['mode'];
  remote: RemoteConfig | undefined;
  output: string;
  chunks: ChunkTable;
  router: ReadonlySet<string>;
  origin: BuildOrigin | undefined;
}

/** Writes `artifact.json` once the server bundle, the later one, is on disk. */
export function writeArtifact(
  compiler: Compiler,
  { app, mode, remote, output, chunks, router, origin }: Build,
): void {
  compiler.hooks.afterEmit.tap('WriteArtifact', (compilation) => {
    // Without the browser bundle, whose errors webpack has reported, there is no artifact.
    if (compilation.errors.length > 0 || chunks.entry.scripts.length === 0) return;
    const browser = join(output, 'browser');
    const files = Object.fromEntries(
      readdirSync(browser, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(browser, join(entry.parentPath, entry.name)))
        .sort()
        .map((name) => {
          const bytes = readFileSync(join(browser, name));
          return [name, { integrity: integrityOf(bytes), bytes: bytes.length }];
        }),
    );
    const content = {
      app,
      mode,
      ...(remote && { remote }),
      entry: chunks.entry,
      pages: chunks.pages,
      files,
      serverHash: sha256(readFileSync(join(output, 'server', 'server.cjs'))),
      shared: sharedVersions(),
      router: [...router].sort(),
    };
    const artifact: Artifact = { version: versionOf(content), ...content };
    writeFileSync(join(output, 'artifact.json'), `${JSON.stringify(artifact, null, 2)}\n`);
    if (!origin) return;
    // Every build empties this folder, so that the file always belongs to the build beside it.
    writeFileSync(join(output, 'server', 'origin.json'), `${JSON.stringify(origin, null, 2)}\n`);
  });
}
