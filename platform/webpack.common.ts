import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { RemoteConfig } from '@site/shared/contract';
import webpack, { type Compiler, type Configuration, type EntryObject } from 'webpack';
import { addManifestIntegrity, checkChunkIntegrity } from './build/addIntegrity';
import { FOREIGN_HOSTS, type BuildDescription } from './build/BuildDescription';
import { checkFileNames } from './build/checkFileNames';
import { appName } from './build/appName';
import { copyPublicFiles } from './build/copyPublicFiles';
import { cssRule } from './build/cssRule';
import { federationPlugins, slimRuntime } from './build/federationPlugins';
import { keepMaps, type MapTable } from './build/keepMaps';
import { packageFolder } from './build/packageFolder';
import { readOrigin } from './build/readOrigin';
import { sharedModules } from './build/sharedModules';
import {
  collectChunks,
  type ChunkTable,
  collectRouterExports,
  writeDescription,
} from './build/writeDescription';

type Mode = BuildDescription['mode'];

const { resolve } = createRequire(import.meta.url);

/** The source of the shell's script that reports vitals and errors. A shell may lack this script. */
const FIELD_SOURCE = './src/browser/field/field.ts';

/** The time limit for loading a chunk in a browser, in milliseconds. */
const CHUNK_LOAD_TIMEOUT = 8000;

const ROUTER_BUILD = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;

/** Matches React Router code that creates a component or context. */
const MAKER = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;

/** Matches React Router code that assigns a display name, which only React's devtools show. */
const NAMING = /^\w+\.displayName = .*$/gm;

const WARNING = /^( +)(warn(?:Once|ing(?:Once)?)\()/gm;

const TRACES = /\binit\.instrumentations\b/g;

/** Matches React Router's fallback to the data that its own server rendering embeds. The shell passes the data itself. */
const SERVER_DATA = / \|\| parseHydrationData\(\)/g;

interface App {
  directory: string;
  remote: RemoteConfig | undefined;
  mode: Mode;
}

/**
 * Returns a function that webpack calls to get an app's configurations: one for the browser bundle, and one for the server
 * bundle, which renders pages during deployment. The server build also writes `build.json`, which describes all of the app's
 * bundles.
 *
 * A shell may have a third bundle, `field.js`, which pages load when the browser is idle. It is not a chunk of the browser
 * bundle, because webpack's code for loading it would delay every page.
 *
 * @param directory the app's folder
 * @param remote the remote's configuration; absent for the shell
 */
export function webpackConfig(directory: string, remote?: RemoteConfig) {
  return (
    _env: unknown,
    { mode = 'production' }: { mode?: Mode },
  ): [Configuration, Configuration, ...Configuration[]] => {
    const app = { directory, remote, mode };
    const chunks: ChunkTable = { entry: { scripts: [], styles: [] }, pages: {} };
    const maps: MapTable = {};
    const hasField = !remote && mode === 'production' && existsSync(join(directory, FIELD_SOURCE));
    return [
      browserConfiguration(app, chunks, maps),
      serverConfiguration(app, chunks, maps, hasField),
      ...(hasField ? [fieldConfiguration(app, maps)] : []),
    ];
  };
}

/** The browser build fills in `chunks` and `maps`. */
function browserConfiguration(
  { directory, remote, mode }: App,
  chunks: ChunkTable,
  maps: MapTable,
): Configuration {
  const both = common(directory, mode);
  const name = bundleName(remote);
  // Hot updates are only for development builds, which are never deployed.
  const hot = mode === 'development';
  return {
    ...both,
    name: 'browser',
    target: ['web', 'es2022'],
    entry: remote ? {} : shellEntry(directory, hot),
    devtool: hot ? 'source-map' : false,
    resolve: { ...both.resolve, alias: { ...routerBuild(directory, mode), ...(hot ? {} : slimRuntime()) } },
    module: { rules: [...both.module.rules, cssRule(directory, remote?.name, 'browser')] },
    output: {
      path: join(directory, 'dist', mode, 'browser'),
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      publicPath: 'auto',
      uniqueName: `site-${name}`,
      trustedTypes: { policyName: 'site' },
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT,
      clean: true,
    },
    optimization: { splitChunks: false, chunkIds: 'named', minimizer: minimizers() },
    plugins: [
      // The plugin's runtime code identifies loaded style sheets by file name, so each file name contains the app's name.
      new MiniCssExtractPlugin({ filename: `${name}.[name].css`, chunkFilename: `${name}.[name].css` }),
      ...(remote && !hot ? [{ apply: addManifestIntegrity }] : []),
      ...federationPlugins(directory, remote, hot),
      { apply: trimRouter },
      ...(hot && !remote ? [{ apply: shareRefreshRuntime }] : []),
      { apply: (compiler) => copyPublicFiles(compiler, join(directory, 'public')) },
      ...(remote || hot ? [] : [{ apply: dropForeignHostsScript }]),
      { apply: checkFileNames },
      // In development, chunks change while a page is open, so their integrity hashes would not match.
      ...(hot ? [] : [{ apply: checkChunkIntegrity }, mapsPlugin(maps)]),
      { apply: (compiler) => collectChunks(compiler, chunks) },
    ],
  };
}

/** The `field.js` bundle must be built after the browser bundle, whose build empties the output folder. */
function fieldConfiguration({ directory, mode }: App, maps: MapTable): Configuration {
  return {
    ...common(directory, mode),
    name: 'field',
    dependencies: ['browser'],
    target: ['web', 'es2022'],
    entry: { field: FIELD_SOURCE },
    devtool: false,
    output: {
      path: join(directory, 'dist', mode, 'browser'),
      filename: '[name].js',
      uniqueName: 'site-field',
    },
    optimization: { splitChunks: false, minimizer: minimizers() },
    plugins: [mapsPlugin(maps)],
  };
}

const mapsPlugin = (maps: MapTable) => ({ apply: (compiler: Compiler) => keepMaps(compiler, maps) });

/**
 * The server build runs last, because the other builds fill in `chunks` and `maps`.
 *
 * @param hasField whether there is a `field.js` bundle
 */
function serverConfiguration(
  { directory, remote, mode }: App,
  chunks: ChunkTable,
  maps: MapTable,
  hasField: boolean,
): Configuration {
  const both = common(directory, mode);
  const app = appName(remote);
  const output = join(directory, 'dist', mode);
  const router = new Set<string>();
  const origin = mode === 'development' ? undefined : readOrigin(directory);
  return {
    ...both,
    name: 'server',
    dependencies: ['browser', ...(hasField ? ['field'] : [])],
    target: 'node20',
    entry: remote ? './src/server.ts' : './src/server/render.tsx',
    // The inline source map lets errors in development name the line in a remote's sources (see `findSource`).
    devtool: mode === 'development' && remote ? 'inline-source-map' : false,
    // A remote is rendered with the browser variants of its packages. Only the shell uses the Node variants.
    resolve: remote
      ? { ...both.resolve, conditionNames: ['browser', 'import', 'module', 'require', 'default'] }
      : both.resolve,
    module: { rules: [...both.module.rules, cssRule(directory, remote?.name, 'server')] },
    output: {
      path: join(output, 'server'),
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
      devtoolModuleFilenameTemplate: '[resource-path]',
      clean: true,
    },
    // A remote is rendered with the shell's React and router, so that the ids that React generates match during
    // hydration.
    externals: remote
      ? Object.fromEntries(sharedModules.map((module) => [module, `commonjs ${module}`]))
      : {},
    optimization: { minimize: false },
    plugins: [
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      { apply: (compiler) => collectRouterExports(compiler, directory, router) },
      {
        apply: (compiler) =>
          writeDescription(compiler, {
            app,
            directory,
            mode,
            remote,
            output,
            chunks,
            maps,
            router,
            origin,
          }),
      },
    ],
  };
}

function shellEntry(directory: string, hot: boolean): EntryObject {
  const main = './src/browser/main.tsx';
  const styles = './src/foreignHosts.css';
  // A shell may have no styles for other sites.
  if (hot || !existsSync(join(directory, styles))) return { main };
  return { main, [FOREIGN_HOSTS]: styles };
}

/** Deletes the empty script that webpack emits along with the style sheet for other sites. */
function dropForeignHostsScript(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap('DropForeignHostsScript', (compilation) => {
    compilation.hooks.processAssets.tap('DropForeignHostsScript', () => {
      compilation.deleteAsset(`${FOREIGN_HOSTS}.js`);
    });
  });
}

function bundleName(remote: RemoteConfig | undefined): string {
  return remote?.name ?? 'shell';
}

function minimizers() {
  return [
    // Minification runs in this process, because starting worker processes would take more time than they would save.
    new TerserPlugin({
      minify: TerserPlugin.swcMinify,
      parallel: false,
      extractComments: false,
      terserOptions: { ecma: 2020, compress: { passes: 3 } },
    }),
    new CssMinimizerPlugin({ parallel: false }),
  ];
}

function common(directory: string, mode: Mode) {
  return {
    mode,
    context: directory,
    resolve: { extensions: ['.tsx', '.ts', '.js'], alias: routerBuild(directory, mode) },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: resolve('ts-loader'),
          options: {
            transpileOnly: true,
            configFile: join(import.meta.dirname, 'tsconfig.base.json'),
            compilerOptions: { noEmit: false, sourceMap: true },
          },
        },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
  } satisfies Configuration;
}

/** Returns aliases that select React Router's build for `mode`. The package itself exports only its development build. */
function routerBuild(directory: string, mode: Mode): Record<string, string> {
  const build = join(packageFolder('react-router', packageFolder('@site/shared', directory)), 'dist', mode);
  return { 'react-router$': join(build, 'index.mjs'), 'react-router/dom$': join(build, 'dom-export.mjs') };
}

/**
 * Lets the minimizer drop parts of React Router's production build that the site does not use: components, warnings to
 * developers, tracing, and the data of React Router's own server rendering. This saves 4.8 kB over the wire.
 */
function trimRouter(compiler: Compiler): void {
  compiler.hooks.compilation.tap('TrimRouter', (compilation) => {
    const { processResult } = webpack.NormalModule.getCompilationHooks(compilation);
    processResult.tap('TrimRouter', ([source, ...rest], { resource }) => {
      if (!ROUTER_BUILD.test(resource)) return [source, ...rest];
      const trimmed = String(source)
        .replace(MAKER, '= /* @__PURE__ */ $1')
        .replace(NAMING, '')
        .replace(WARNING, '$1/* @__PURE__ */ $2')
        .replace(TRACES, '(void 0)')
        .replace(SERVER_DATA, '');
      return [trimmed, ...rest];
    });
  });
}

/**
 * Loads React Fast Refresh's runtime before the rest of the shell. The runtime is an unnamed entry, which webpack prepends
 * to every other entry.
 */
function shareRefreshRuntime(compiler: Compiler): void {
  const entry = fileURLToPath(new URL('dev/client/shareReactRefresh.ts', import.meta.url));
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}
