import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { RemoteConfig } from '@site/shared/remote';
import webpack, { type Compiler, type Configuration, type Stats } from 'webpack';
import { webpackConfig } from '../../webpack.common';
import type { AppBuild } from './BuildState';
import { emitWholeFiles } from './emitWholeFiles';
import { hotConfiguration } from './hotConfiguration';

interface WatchOptions {
  repository: string;
  /** The workspace to build. */
  app: string;
  /** Whether components are exchanged in place, see `hotConfiguration`. */
  refresh: boolean;
  /** Called when building has begun, when browsers can load a new build, and when building has ended. */
  onChange: (change: 'begun' | 'browser' | 'ended', build: AppBuild) => void;
}

/** An app that is built again at every change of its sources. */
export interface WatchedApp {
  build: AppBuild;
  /** What `remote.config.ts` says now; absent for the shell. */
  remote: RemoteConfig | undefined;
  /** The folder that holds `artifact.json`. */
  output: string;
}

/** How long the compiler waits for more changes. Milliseconds. */
const AGGREGATE = 20;

/**
 * Builds an app, browser and server bundle, and again at every change.
 *
 * @throws Error if the app has no readable configuration
 */
export async function watchApp({ repository, app, refresh, onChange }: WatchOptions): Promise<WatchedApp> {
  const directory = join(repository, app);
  const build: AppBuild = { app, hash: '', errors: [] };
  const remote = app === 'shell' ? undefined : await readRemoteConfig(directory);
  const [browser, server] = webpackConfig(directory, remote)({}, { mode: 'development' });
  const compiler = webpack([hotConfiguration(browser, { app, refresh }), server].map(keepLastGoodBuild));
  const [browserCompiler] = compiler.compilers;
  compiler.compilers.forEach(emitWholeFiles);
  if (remote && browserCompiler) followRemoteConfig(browserCompiler, directory, remote);

  compiler.hooks.invalid.tap('WatchApp', () => onChange('begun', build));
  browserCompiler?.hooks.done.tap('WatchApp', (stats) => {
    const errors = errorsOf([stats]);
    if (errors.length === 0) build.hash = stats.hash;
    onChange('browser', build);
  });
  compiler.watch({ aggregateTimeout: AGGREGATE }, (failure, stats) => {
    // After a failure of its own, webpack no longer watches.
    const ended = `${app} is no longer followed. Mend this, then start npm run dev again.`;
    build.errors = failure ? [`${failure.message}\n\n${ended}`] : errorsOf(stats?.stats ?? []);
    onChange('ended', build);
  });
  return { build, remote, output: join(directory, 'dist/development') };
}

/** So that an open page goes from one good build to the next, and keeps its state over a mistake. */
function keepLastGoodBuild(configuration: Configuration): Configuration {
  return {
    ...configuration,
    optimization: { ...configuration.optimization, emitOnErrors: false },
    // Errors are said by the server, once.
    stats: 'none',
  };
}

/** Takes over what `remote.config.ts` says whenever it changes, so that a new page needs no restart. */
function followRemoteConfig(compiler: Compiler, directory: string, remote: RemoteConfig): void {
  const file = join(directory, 'remote.config.ts');
  const name = remote.name;
  let failure: Error | undefined;
  compiler.hooks.watchRun.tapPromise('FollowRemoteConfig', async ({ modifiedFiles }) => {
    if (!modifiedFiles?.has(file)) return;
    failure = undefined;
    try {
      const changed = await readRemoteConfig(directory);
      if (changed.name !== name) throw new Error(`The name of a remote has changed: start again.`);
      Object.assign(remote, changed);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  });
  compiler.hooks.compilation.tap('FollowRemoteConfig', (compilation) => {
    compilation.fileDependencies.add(file);
    if (failure) compilation.errors.push(new webpack.WebpackError(`remote.config.ts: ${failure.message}`));
  });
}

async function readRemoteConfig(directory: string): Promise<RemoteConfig> {
  const file = join(directory, 'remote.config.ts');
  const { mtimeMs } = await stat(file).catch(() => {
    throw new Error(`There is no ${file}: every remote has one.`);
  });
  // A module is read once; by another address it is another module.
  const module = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as { remote: RemoteConfig };
  return module.remote;
}

/** The compiler's errors, each once: both bundles have most modules in common. */
function errorsOf(all: Stats[]): string[] {
  const errors = all.flatMap((stats) => stats.toJson({ all: false, errors: true }).errors ?? []);
  return [
    ...new Set(
      errors.map(({ moduleName, message }) =>
        [moduleName, stripVTControlCharacters(message)].filter(Boolean).join('\n'),
      ),
    ),
  ];
}
