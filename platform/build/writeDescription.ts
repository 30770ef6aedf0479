import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RemoteConfig } from '@site/shared/contract';
import webpack, { type ChunkGroup, type Compiler } from 'webpack';
import * as v from 'valibot';
import {
  buildDescription,
  FOREIGN_HOSTS,
  MAPS,
  computeVersion,
  type BuildChunk,
  type BuildDescription,
} from './BuildDescription';
import { describeIssue } from './describeIssue';
import { computeIntegrity } from './computeIntegrity';
import { packMaps, type MapTable } from './keepMaps';
import { packageFolder } from './packageFolder';
import type { BuildOrigin } from './readOrigin';
import { sha256 } from './sha256';
import { ROUTER } from './sharedModules';
import { providedVersions, requiredVersions } from './sharedVersions';

export type ChunkTable = Pick<BuildDescription, 'entry' | 'pages'>;

interface BuildFacts {
  app: string;
  directory: string;
  mode: BuildDescription['mode'];
  remote: RemoteConfig | undefined;
  output: string;
  chunks: ChunkTable;
  /** Empty in development. */
  maps: MapTable;
  router: ReadonlySet<string>;
  origin: BuildOrigin | undefined;
}

/**
 * Once both of an app's bundles are on disk, writes `build.json`. In production, also writes `origin.json` and the source
 * maps.
 */
export function writeDescription(
  compiler: Compiler,
  { app, directory, mode, remote, output, chunks, maps, router, origin }: BuildFacts,
): void {
  compiler.hooks.afterEmit.tap('WriteDescription', (compilation) => {
    // If the browser bundle failed, webpack has already reported its errors.
    if (compilation.errors.length > 0 || chunks.entry.scripts.length === 0) return;
    const browser = join(output, 'browser');
    const files = Object.fromEntries(
      readdirSync(browser, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(browser, join(entry.parentPath, entry.name)))
        .sort()
        .map((name) => {
          const bytes = readFileSync(join(browser, name));
          return [name, { integrity: computeIntegrity(bytes), bytes: bytes.length }];
        }),
    );
    const server = readFileSync(join(output, 'server', 'server.cjs'), 'utf8');
    const content = {
      app,
      mode,
      ...(remote && { remote: describeRemote(remote) }),
      entry: chunks.entry,
      pages: remote ? pagesIn(server, remote.name, chunks.pages) : chunks.pages,
      files,
      serverHash: sha256(server),
      shared: remote ? requiredVersions(directory, remote) : providedVersions(directory),
      router: [...router].sort(),
    };
    const described: BuildDescription = { version: computeVersion(content), ...content };
    const { issues } = v.safeParse(buildDescription, described, { abortEarly: true });
    if (issues) {
      const problem = `${app} cannot be deployed: ${describeIssue(issues[0])}. Correct its remote.config.ts or package.json.`;
      compilation.errors.push(new webpack.WebpackError(problem));
      return;
    }
    writeFileSync(join(output, 'build.json'), `${JSON.stringify(described, null, 2)}\n`);
    if (!origin) return;
    writeFileSync(join(output, 'server', MAPS), packMaps(maps));
    // Every build empties this folder first, so no `origin.json` is left over from an earlier build.
    writeFileSync(join(output, 'server', 'origin.json'), `${JSON.stringify(origin, null, 2)}\n`);
  });
}

/**
 * Returns the chunks that belong to pages. A chunk belongs to a page if the server bundle contains the route id
 * `<remote>/<chunk>`. Other chunks are left out, because visitors do not wait for them.
 */
export function pagesIn(server: string, remote: string, chunks: ChunkTable['pages']): ChunkTable['pages'] {
  const isPage = (chunk: string) =>
    ["'", '"', '`'].some((quote) => server.includes(`${quote}${remote}/${chunk}${quote}`));
  return Object.fromEntries(Object.entries(chunks).filter(([chunk]) => isPage(chunk)));
}

/** Omits `requires`, because `BuildDescription.shared` already contains its ranges. */
function describeRemote({
  requires: _,
  forms = [],
  ...remote
}: RemoteConfig): NonNullable<BuildDescription['remote']> {
  return { ...remote, forms };
}

/** After each browser build, fills `table` with the files of the entry and of each named chunk. */
export function collectChunks(compiler: Compiler, table: ChunkTable): void {
  compiler.hooks.afterEmit.tap('CollectChunks', (compilation) => {
    const entryNames = new Set([...compilation.entrypoints.keys(), 'routes']);
    entryNames.delete(FOREIGN_HOSTS);
    // Empties the table, because in watch mode it still contains the previous build's files.
    table.entry = { scripts: [], styles: [] };
    table.pages = {};
    for (const [name, group] of compilation.namedChunkGroups) {
      const files = listFiles(group);
      if (entryNames.has(name)) {
        table.entry.scripts.push(...files.scripts);
        table.entry.styles.push(...files.styles);
      } else if (name !== FOREIGN_HOSTS) {
        table.pages[name] = files;
      }
    }
  });
}

function listFiles(group: ChunkGroup): BuildChunk {
  const files = [...new Set(group.chunks.flatMap((chunk) => [...chunk.files]))];
  return {
    // Hot updates are left out, because only pages that are already open load them.
    scripts: files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
}

/**
 * During a server build, collects exports of the router facade: in the shell's build, all exports; in a remote's build,
 * those that the remote imports. A deployment checks that the shell provides what the remotes import.
 *
 * @param names the set to which the build adds the exports
 */
export function collectRouterExports(compiler: Compiler, directory: string, names: Set<string>): void {
  const facade = join(packageFolder('@site/shared', directory), 'src/router.ts');
  compiler.hooks.compilation.tap('CollectRouterExports', ({ hooks, moduleGraph }) => {
    // Runs before webpack concatenates modules, because concatenation changes their imports.
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
