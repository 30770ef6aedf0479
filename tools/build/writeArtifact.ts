import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RemoteConfig } from '@site/shared/remote';
import webpack, { type ChunkGroup, type Compiler } from 'webpack';
import * as v from 'valibot';
import { artifact, FOREIGN_HOSTS, versionOf, type Artifact, type ArtifactChunk } from './Artifact';
import { describeIssue } from './describeIssue';
import { integrityOf } from './integrityOf';
import { packageFolder } from './packageFolder';
import type { BuildOrigin } from './readOrigin';
import { sha256 } from './sha256';
import { ROUTER } from './sharedModules';
import { providedVersions, requiredVersions } from './sharedVersions';

/** What a browser compilation is made of. */
export type ChunkTable = Pick<Artifact, 'entry' | 'pages'>;

interface Build {
  app: string;
  /** The app's folder. */
  directory: string;
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
  { app, directory, mode, remote, output, chunks, router, origin }: Build,
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
      ...(remote && { remote: describeRemote(remote) }),
      entry: chunks.entry,
      pages: chunks.pages,
      files,
      serverHash: sha256(readFileSync(join(output, 'server', 'server.cjs'))),
      shared: remote ? requiredVersions(directory, remote) : providedVersions(directory),
      router: [...router].sort(),
    };
    const said: Artifact = { version: versionOf(content), ...content };
    const { issues } = v.safeParse(artifact, said, { abortEarly: true });
    if (issues) {
      const problem = `${app} cannot be deployed: ${describeIssue(issues[0])}. Correct its remote.config.ts or package.json.`;
      compilation.errors.push(new webpack.WebpackError(problem));
      return;
    }
    writeFileSync(join(output, 'artifact.json'), `${JSON.stringify(said, null, 2)}\n`);
    if (!origin) return;
    // Every build empties this folder, so that the file always belongs to the build beside it.
    writeFileSync(join(output, 'server', 'origin.json'), `${JSON.stringify(origin, null, 2)}\n`);
  });
}

/** What it needs stands beside what the shell provides. */
function describeRemote({
  requires: _,
  calls = [],
  ...remote
}: RemoteConfig): NonNullable<Artifact['remote']> {
  return { ...remote, calls };
}

/** Reads from the finished browser compilation which files the entry and each page need. */
export function collectChunks(compiler: Compiler, table: ChunkTable): void {
  compiler.hooks.afterEmit.tap('CollectChunks', (compilation) => {
    const entryNames = new Set([...compilation.entrypoints.keys(), 'routes']);
    entryNames.delete(FOREIGN_HOSTS);
    // A watching build runs again with the same table.
    table.entry = { scripts: [], styles: [] };
    table.pages = {};
    for (const [name, group] of compilation.namedChunkGroups) {
      const files = filesOf(group);
      if (entryNames.has(name)) {
        table.entry.scripts.push(...files.scripts);
        table.entry.styles.push(...files.styles);
      } else if (name !== FOREIGN_HOSTS) {
        table.pages[name] = files;
      }
    }
  });
}

function filesOf(group: ChunkGroup): ArtifactChunk {
  const files = [...new Set(group.chunks.flatMap((chunk) => [...chunk.files]))];
  return {
    // Hot updates are for pages that are open, and no part of a new one.
    scripts: files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
}

/**
 * Reads from the server compilation which exports of the router facade the shell has, or a remote uses, so that
 * deployment can tell whether they fit.
 */
export function collectRouterExports(compiler: Compiler, directory: string, names: Set<string>): void {
  const facade = join(packageFolder('@site/shared', directory), 'src/router.ts');
  compiler.hooks.compilation.tap('CollectRouterExports', ({ hooks, moduleGraph }) => {
    // Before modules are joined, which moves imports about.
    hooks.finishModules.tap({ name: 'CollectRouterExports', stage: 1000 }, (modules) => {
      for (const module of modules) {
        if (module instanceof webpack.ExternalModule && module.userRequest === ROUTER) {
          for (const { dependency } of moduleGraph.getIncomingConnections(module)) {
            const imported = (dependency as { ids?: string[] } | null)?.ids?.[0];
            if (imported) names.add(imported);
          }
        } else if (module.nameForCondition() === facade) {
          const provided = moduleGraph.getExportsInfo(module).getProvidedExports();
          if (Array.isArray(provided)) for (const name of provided) names.add(name);
        }
      }
    });
  });
}
