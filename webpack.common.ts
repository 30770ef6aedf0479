import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Compiler, type Configuration, type EntryObject } from 'webpack';
import type { RemoteConfig } from './shared/src/remote';
import { addManifestIntegrity, checkChunkIntegrity } from './tools/build/addIntegrity';
import { FOREIGN_HOSTS, type Artifact } from './tools/build/Artifact';
import { checkFileNames } from './tools/build/checkFileNames';
import { cssRule } from './tools/build/cssRule';
import { federationPlugins, slimRuntime } from './tools/build/federationPlugins';
import { readOrigin } from './tools/build/readOrigin';
import { sharedModules } from './tools/build/sharedModules';
import {
  collectChunks,
  type ChunkTable,
  collectRouterExports,
  writeArtifact,
} from './tools/build/writeArtifact';

type Mode = Artifact['mode'];

const repository = import.meta.dirname;
const modules = join(repository, 'node_modules');

/** How long a browser waits for one lazy chunk. Milliseconds. */
const CHUNK_LOAD_TIMEOUT = 8000;

/** The production build of React Router. */
const ROUTER_BUILD = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;

/** In it, what makes a component or a context, and what names one for React's devtools. */
const MAKER = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;
const NAMING = /^\w+\.displayName = .*$/gm;

/** One app, to be built in one mode. */
interface App {
  /** Its folder. */
  directory: string;
  /** What `remote.config.ts` says; absent for the shell. */
  remote: RemoteConfig | undefined;
  mode: Mode;
}

/**
 * The webpack configurations of one app: its browser bundle and the bundle that renders its pages at deploy
 * time. The second one also writes `artifact.json`, which describes both.
 *
 * @param directory the app's folder; it is the shell if no `remote` is given
 * @param remote what `remote.config.ts` says
 */
export function webpackConfig(directory: string, remote?: RemoteConfig) {
  return (_env: unknown, { mode = 'production' }: { mode?: Mode }): [Configuration, Configuration] => {
    const app = { directory, remote, mode };
    const chunks: ChunkTable = { entry: { scripts: [], styles: [] }, pages: {} };
    return [browserConfiguration(app, chunks), serverConfiguration(app, chunks)];
  };
}

/** @param chunks filled by the build */
function browserConfiguration({ directory, remote, mode }: App, chunks: ChunkTable): Configuration {
  const both = common(directory, mode);
  const name = nameOf(remote);
  // What is open in a developer's browser changes there, and is never deployed.
  const hot = mode === 'development';
  return {
    ...both,
    name: 'browser',
    target: ['web', 'es2022'],
    entry: remote ? {} : shellEntry(hot),
    devtool: hot ? 'source-map' : false,
    resolve: { ...both.resolve, alias: { ...routerBuild(mode), ...(hot ? {} : slimRuntime()) } },
    module: { rules: [...both.module.rules, cssRule(remote?.name, 'browser')] },
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
      // The app's name keeps the style sheets of two remotes apart when the runtime looks for one by name.
      new MiniCssExtractPlugin({ filename: `${name}.[name].css`, chunkFilename: `${name}.[name].css` }),
      ...(remote && !hot ? [{ apply: addManifestIntegrity }] : []),
      ...federationPlugins(directory, remote, hot),
      { apply: markPureRouter },
      { apply: (compiler) => copyPublicFiles(compiler, join(directory, 'public')) },
      ...(remote || hot ? [] : [{ apply: dropForeignHostsScript }]),
      { apply: checkFileNames },
      // Chunks that change while their page is open have no lasting hash.
      ...(hot ? [] : [{ apply: checkChunkIntegrity }]),
      { apply: (compiler) => collectChunks(compiler, chunks) },
    ],
  };
}

/** @param chunks what the browser bundle has been made of */
function serverConfiguration({ directory, remote, mode }: App, chunks: ChunkTable): Configuration {
  const both = common(directory, mode);
  const app = basename(directory);
  const output = join(directory, 'dist', mode);
  const router = new Set<string>();
  const origin = mode === 'development' ? undefined : readOrigin(repository, directory);
  return {
    ...both,
    name: 'server',
    dependencies: ['browser'],
    target: 'node20',
    entry: remote ? './src/server.ts' : './src/server/render.tsx',
    devtool: false,
    // Pages are rendered with the modules that browsers get; only the shell's renderer is Node's.
    resolve: remote
      ? { ...both.resolve, conditionNames: ['browser', 'import', 'module', 'require', 'default'] }
      : both.resolve,
    module: { rules: [...both.module.rules, cssRule(remote?.name, 'server')] },
    output: {
      path: join(output, 'server'),
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
      clean: true,
    },
    // A remote is rendered with the shell's own React and router, so that hydration meets the same ids.
    externals: remote
      ? Object.fromEntries(sharedModules.map((module) => [module, `commonjs ${module}`]))
      : {},
    optimization: { minimize: false },
    plugins: [
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      { apply: (compiler) => collectRouterExports(compiler, router) },
      {
        apply: (compiler) =>
          writeArtifact(compiler, { app, directory, mode, remote, output, chunks, router, origin }),
      },
    ],
  };
}

function shellEntry(hot: boolean): EntryObject {
  const main = './src/browser/main.tsx';
  return hot ? { main } : { main, [FOREIGN_HOSTS]: './src/foreignHosts.css' };
}

/** webpack makes a script for each entry; the one for other sites is a style sheet alone. */
function dropForeignHostsScript(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap('DropForeignHostsScript', (compilation) => {
    compilation.hooks.processAssets.tap('DropForeignHostsScript', () => {
      compilation.deleteAsset(`${FOREIGN_HOSTS}.js`);
    });
  });
}

function nameOf(remote: RemoteConfig | undefined): string {
  return remote?.name ?? 'shell';
}

function minimizers() {
  return [
    // In this process: starting another takes longer than what it would save.
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
            configFile: join(repository, 'tsconfig.json'),
            compilerOptions: { noEmit: false },
          },
        },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
  } satisfies Configuration;
}

/** React Router ships its production build beside the development one, but its package names only the latter. */
function routerBuild(mode: Mode): Record<string, string> {
  const build = join(modules, 'react-router/dist', mode);
  return { 'react-router$': join(build, 'index.mjs'), 'react-router/dom$': join(build, 'dom-export.mjs') };
}

/**
 * Tells the minimizer that making a component of React Router has no side effects, so that those which the site does
 * not use, with all that only they need, are left out of its script: 3 kB over the wire.
 */
function markPureRouter(compiler: Compiler): void {
  compiler.hooks.compilation.tap('MarkPureRouter', (compilation) => {
    const { processResult } = webpack.NormalModule.getCompilationHooks(compilation);
    processResult.tap('MarkPureRouter', ([source, ...rest], { resource }) => {
      if (!ROUTER_BUILD.test(resource)) return [source, ...rest];
      return [String(source).replace(MAKER, '= /* @__PURE__ */ $1').replace(NAMING, ''), ...rest];
    });
  });
}

/** Adds an app's `public/` folder to its build as it is: icons and pictures that documents refer to. */
function copyPublicFiles(compiler: Compiler, folder: string): void {
  compiler.hooks.thisCompilation.tap('CopyPublicFiles', (compilation) => {
    compilation.hooks.processAssets.tap('CopyPublicFiles', () => {
      if (!existsSync(folder)) return;
      compilation.contextDependencies.add(folder);
      for (const name of readdirSync(folder)) {
        compilation.emitAsset(name, new webpack.sources.RawSource(readFileSync(join(folder, name))));
      }
    });
  });
}
