import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import type { Chunk, ChunkGroup, Compilation, Compiler, Configuration, RuleSetRule } from 'webpack';
import { MANIFEST } from './deploy/src/build/Artifact';
import type { Artifact, ArtifactChunk, FederationRuntime } from './deploy/src/build/Artifact';
import type { BuildOrigin } from './deploy/src/build/BuildOrigin';
import { readOrigin } from './deploy/src/build/readOrigin';
import type { RemoteConfig } from './shared/src/remote';
import { ROUTER, SHARED, federationPlugins, runtimeAliases, sharedVersions } from './webpack.federation';

type Mode = Artifact['mode'];

const repository = import.meta.dirname;
const modules = join(repository, 'node_modules');

/** How long a browser waits for one lazy chunk. Milliseconds. */
const CHUNK_LOAD_TIMEOUT = 8000;

/**
 * The webpack configurations of one app: its browser bundle and the bundle that renders its pages at deploy
 * time. The second one also writes `artifact.json`, the only thing that deployment reads.
 *
 * @param directory the app's folder; it is the shell if no `remote` is given
 * @param remote what `remote.config.ts` says
 */
export function webpackConfig(directory: string, remote?: RemoteConfig) {
  return (env: Environment, { mode = 'production', hot = false }: BuildOptions): Configuration[] => {
    const app = basename(directory);
    const name = remote?.name ?? 'shell';
    const runtime = readRuntime(env, mode);
    const output = join(directory, 'dist', env.folder ?? (hot ? 'hot' : mode));
    const chunks: ChunkTable = { entry: { scripts: [], styles: [] }, pages: {} };
    const router = new Set<string>();
    // What is open in a developer's browser is never deployed.
    const origin = hot ? undefined : readOrigin(repository, directory);
    const browser = common(directory, mode);
    const server = common(directory, mode);
    return [
      {
        ...browser,
        name: 'browser',
        target: ['web', 'es2022'],
        entry: remote ? {} : './src/main.tsx',
        devtool: mode === 'development' ? 'source-map' : false,
        resolve: { ...browser.resolve, alias: { ...routerBuild(mode), ...runtimeAliases(runtime) } },
        module: { rules: [...(browser.module?.rules ?? []), cssRule(name, 'browser')] },
        output: {
          path: join(output, 'browser'),
          filename: '[name].js',
          chunkFilename: '[name].js',
          assetModuleFilename: '[name].[contenthash:8][ext]',
          publicPath: 'auto',
          uniqueName: `site-${name}`,
          trustedTypes: { policyName: 'site' },
          chunkLoadTimeout: CHUNK_LOAD_TIMEOUT,
          // A page whose shared module was lost fails whenever it is asked for, so that it is loaded in full;
          // otherwise it would be taken for loaded the second time, without that module.
          strictModuleErrorHandling: true,
          clean: true,
        },
        optimization: {
          splitChunks: false,
          chunkIds: 'named',
          minimizer: [
            // In this process: starting another takes longer than what it would save.
            new TerserPlugin({
              minify: TerserPlugin.swcMinify,
              parallel: false,
              extractComments: false,
              terserOptions: { ecma: 2020, compress: { passes: 3 } },
            }),
            new CssMinimizerPlugin({ parallel: false }),
          ],
        },
        plugins: [
          // The app's name keeps the style sheets of two remotes apart when the runtime looks for one by name.
          new MiniCssExtractPlugin({ filename: `${name}.[name].css`, chunkFilename: `${name}.[name].css` }),
          ...(remote ? [{ apply: completeManifest }] : []),
          ...federationPlugins(remote, hot),
          { apply: (compiler) => copyPublicFiles(compiler, join(directory, 'public')) },
          { apply: requestInCorsMode },
          // Chunks that change while their page is open have no lasting hash.
          ...(hot ? [] : [{ apply: checkChunkIntegrity }]),
          { apply: (compiler) => readChunks(compiler, chunks) },
        ],
      },
      {
        ...server,
        name: 'server',
        dependencies: ['browser'],
        target: 'node20',
        entry: remote ? './src/server.ts' : './src/render.tsx',
        devtool: false,
        // Pages are rendered with the modules that browsers get; only the shell's renderer is Node's.
        resolve: remote
          ? { ...server.resolve, conditionNames: ['browser', 'import', 'module', 'require', 'default'] }
          : { ...server.resolve },
        module: { rules: [...(server.module?.rules ?? []), cssRule(name, 'server')] },
        output: {
          path: join(output, 'server'),
          filename: 'server.cjs',
          library: { type: 'commonjs2' },
          clean: true,
        },
        // A remote is rendered with the shell's own React and router, so that hydration meets the same ids.
        externals: remote ? Object.fromEntries(SHARED.map((module) => [module, `commonjs ${module}`])) : {},
        optimization: { minimize: false },
        plugins: [
          new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
          { apply: (compiler) => readRouterExports(compiler, router) },
          {
            apply: (compiler) =>
              writeArtifact(compiler, { app, mode, runtime, remote, output, chunks, router, origin }),
          },
        ],
      },
    ];
  };
}

/** What `--env` says on the command line. */
interface Environment {
  /** Which of Module Federation's runtimes goes into a production build: `slim`, by default, or `published`. */
  runtime?: string;
  /** The folder below `dist` to build into, by default the mode. */
  folder?: string;
}

interface BuildOptions {
  mode?: Mode;
  /** For the development server, which replaces modules in open pages. */
  hot?: boolean;
}

interface ChunkTable {
  entry: ArtifactChunk;
  pages: Record<string, ArtifactChunk>;
}

function readRuntime({ runtime }: Environment, mode: Mode): FederationRuntime {
  if (mode === 'development') return 'published';
  if (runtime === undefined || runtime === 'slim') return 'slim';
  if (runtime === 'published') return runtime;
  throw new Error(`--env runtime=${runtime}: there are slim and published.`);
}

function common(directory: string, mode: Mode): Configuration {
  return {
    mode,
    context: directory,
    resolve: { extensions: ['.tsx', '.ts', '.js'], alias: routerBuild(mode) },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'ts-loader',
          options: {
            transpileOnly: true,
            configFile: join(repository, 'tsconfig.base.json'),
            compilerOptions: { noEmit: false },
          },
        },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
  };
}

/** React Router ships its production build beside the development one, but its package names only the latter. */
function routerBuild(mode: Mode): Record<string, string> {
  const build = join(modules, 'react-router/dist', mode);
  return { 'react-router$': join(build, 'index.mjs'), 'react-router/dom$': join(build, 'dom-export.mjs') };
}

/** CSS as files of the browser bundle, or, for the server, as class names only. */
function cssRule(name: string, target: 'browser' | 'server'): RuleSetRule {
  return {
    test: /\.css$/,
    use: [
      ...(target === 'browser' ? [MiniCssExtractPlugin.loader] : []),
      {
        loader: 'css-loader',
        options: {
          modules: {
            auto: true,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            localIdentName: `${name}_[local]_[hash:base64:5]`,
            exportOnlyLocals: target === 'server',
          },
        },
      },
    ],
  };
}

/** Adds an app's `public/` folder to its build as it is: icons and pictures that documents refer to. */
function copyPublicFiles(compiler: Compiler, folder: string): void {
  compiler.hooks.thisCompilation.tap('CopyPublicFiles', (compilation) => {
    compilation.hooks.processAssets.tap('CopyPublicFiles', () => {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        compilation.emitAsset(name, new webpack.sources.RawSource(readFileSync(join(folder, name))));
      }
    });
  });
}

/** Asks for chunks in CORS mode: only there Integrity-Policy counts integrity, and preloads are in that mode. */
function requestInCorsMode(compiler: Compiler): void {
  compiler.hooks.compilation.tap('RequestInCorsMode', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'RequestInCorsMode',
      (source) => `${source}\nscript.crossOrigin = "anonymous";`,
    );
  });
}

/**
 * Makes a bundle's runtime ask for its chunks with their integrity. Chunks contain no hashes, so that those of
 * all chunks can stand in the entry, whose own integrity the release names.
 */
function checkChunkIntegrity(compiler: Compiler): void {
  const placeholder = '__CHUNK_INTEGRITY__';
  compiler.hooks.compilation.tap('ChunkIntegrity', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'ChunkIntegrity',
      (source) => `${source}\nscript.integrity = ${placeholder}[url.split("/").pop()];`,
    );
    compilation.hooks.processAssets.tap(
      { name: 'ChunkIntegrity', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
      (assets) => {
        const scripts = Object.entries(assets)
          .filter(([name]) => name.endsWith('.js'))
          .map(([name, source]) => ({ name, source: source.source().toString() }));
        const integrity = scripts
          .filter(({ source }) => !source.includes(placeholder))
          .map(({ name, source }) => [name, integrityOf(source)]);
        for (const { name, source } of scripts) {
          if (!source.includes(placeholder)) continue;
          const table = JSON.stringify(Object.fromEntries(integrity));
          compilation.updateAsset(
            name,
            new webpack.sources.RawSource(source.replaceAll(placeholder, `(${table})`)),
          );
        }
      },
    );
  });
}

/** Adds the integrity of each file to a remote's manifest, by its address from there. */
function completeManifest(compiler: Compiler): void {
  const name = 'CompleteManifest';
  // What it warns of is meant: addresses begin where the remote is.
  compiler.hooks.infrastructureLog.tap(name, (_origin, _type, words = []) =>
    words.join(' ').includes(`publicPath='auto'`) ? true : undefined,
  );
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tap(
      { name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1 },
      ({ [MANIFEST]: manifest, 'mf-stats.json': statistics, ...files }) => {
        if (!manifest || !statistics) return;
        const integrity = Object.entries(files).map(
          ([file, source]) => [file, integrityOf(source.buffer())] as const,
        );
        const content = {
          ...(JSON.parse(manifest.source().toString()) as object),
          integrity: Object.fromEntries(integrity.sort()),
        };
        compilation.updateAsset(MANIFEST, new webpack.sources.RawSource(JSON.stringify(content, null, 2)));
        // What it says more than the manifest is about this machine's build.
        compilation.deleteAsset('mf-stats.json');
      },
    );
  });
}

function integrityOf(bytes: string | Buffer): string {
  return `sha384-${digest('sha384', bytes, 'base64')}`;
}

/** Reads from the finished browser compilation which files the entry and each page need. */
function readChunks(compiler: Compiler, table: ChunkTable): void {
  compiler.hooks.afterEmit.tap('ReadChunks', (compilation) => {
    const entryNames = new Set([...compilation.entrypoints.keys(), 'routes']);
    // What an earlier run of a watching build has found is out of date.
    table.entry = { scripts: [], styles: [] };
    table.pages = {};
    for (const [name, group] of compilation.namedChunkGroups) {
      const files = filesOf(compilation, group);
      if (entryNames.has(name)) {
        table.entry.scripts.push(...files.scripts);
        table.entry.styles.push(...files.styles);
      } else {
        table.pages[name] = files;
      }
    }
  });
}

function filesOf(compilation: Compilation, group: ChunkGroup): ArtifactChunk {
  const files = [...group.chunks, ...sharedFallbacks(compilation, group)].flatMap((chunk) => [
    ...chunk.files,
  ]);
  return {
    // What replaces modules of pages that are open already is no part of a new one.
    scripts: unique(files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js'))),
    styles: unique(files.filter((file) => file.endsWith('.css'))),
  };
}

/** The chunks of shared modules (axios) that a page loads at once because nobody else has provided them. */
function sharedFallbacks({ chunkGraph }: Compilation, group: ChunkGroup): Chunk[] {
  return group.chunks
    .flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)])
    .filter((module) => module.type === 'consume-shared-module')
    .flatMap((module) => module.blocks)
    .flatMap((block) => chunkGraph.getBlockChunkGroup(block)?.chunks ?? []);
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}

interface Build {
  app: string;
  mode: Mode;
  runtime: FederationRuntime;
  remote: RemoteConfig | undefined;
  output: string;
  chunks: ChunkTable;
  router: ReadonlySet<string>;
  origin: BuildOrigin | undefined;
}

/**
 * Reads from the server compilation which exports of the router facade the shell has, or a remote uses, so that
 * deployment can tell whether they fit.
 */
function readRouterExports(compiler: Compiler, names: Set<string>): void {
  compiler.hooks.compilation.tap('ReadRouterExports', ({ hooks, moduleGraph }) => {
    // Before modules are joined, which moves imports about.
    hooks.finishModules.tap({ name: 'ReadRouterExports', stage: 1000 }, (modules) => {
      for (const module of modules) {
        if (module instanceof webpack.ExternalModule && module.userRequest === ROUTER) {
          for (const { dependency } of moduleGraph.getIncomingConnections(module)) {
            const imported = (dependency as { ids?: string[] } | null)?.ids?.[0];
            if (imported) names.add(imported);
          }
        } else if (module.nameForCondition() === join(repository, 'shared/src/router.ts')) {
          const provided = moduleGraph.getExportsInfo(module).getProvidedExports();
          if (Array.isArray(provided)) for (const name of provided) names.add(name);
        }
      }
    });
  });
}

/** Writes `artifact.json` once the server bundle, the later one, is on disk. */
function writeArtifact(
  compiler: Compiler,
  { app, mode, runtime, remote, output, chunks, router, origin }: Build,
): void {
  compiler.hooks.afterEmit.tap('WriteArtifact', (compilation) => {
    // Without the browser bundle, whose errors webpack has reported, there is no artifact.
    if (compilation.errors.length > 0 || chunks.entry.scripts.length === 0) return;
    const browser = join(output, 'browser');
    const files = Object.fromEntries(
      readdirSync(browser, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(browser, join(entry.parentPath, entry.name)))
        .filter((name) => !name.endsWith('.LICENSE.txt'))
        .sort()
        .map((name) => {
          const bytes = readFileSync(join(browser, name));
          return [name, { integrity: integrityOf(bytes), bytes: bytes.length }];
        }),
    );
    const content = {
      app,
      mode,
      runtime,
      ...(remote && { remote }),
      entry: chunks.entry,
      pages: chunks.pages,
      files,
      serverHash: digest('sha256', readFileSync(join(output, 'server', 'server.cjs')), 'hex'),
      shared: sharedVersions(),
      router: [...router].sort(),
    };
    const version = digest('sha256', JSON.stringify(content), 'hex').slice(0, 16);
    const artifact: Artifact = { version, ...content };
    writeFileSync(join(output, 'artifact.json'), `${JSON.stringify(artifact, null, 2)}\n`);
    if (!origin) return;
    // In a folder that every build empties, so that it never speaks of another build than the one there.
    writeFileSync(join(output, 'server', 'origin.json'), `${JSON.stringify(origin, null, 2)}\n`);
  });
}

function digest(algorithm: string, bytes: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(encoding);
}
