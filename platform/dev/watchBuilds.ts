import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, {
  type Compilation,
  type Compiler,
  type MultiStats,
  type Configuration,
  type RuleSetRule,
} from 'webpack';
import devMiddleware from 'webpack-dev-middleware';
import { appName } from '../build/appName';
import { readRemote } from '../build/readRemote';
import { assetUrl } from '../render/releaseRemote';
import { FILE_HEADERS } from '../server/securityHeaders';
import { webpackConfig } from '../webpack.common';
import { WATCHED_VERSION } from './buildsSource';
import { checkTypes } from './checkTypes';

/** How long a request for a page waits for a build, in milliseconds. After that, the response explains the delay. */
const LIMIT = 25_000;

/**
 * Builds the browser bundles of apps, and rebuilds them after each change. Server bundles are built on request.
 *
 * - `middleware` serves the browser bundles, and notifies open pages about each build.
 * - `remotes` contains the configurations of the remotes.
 * - `settled` waits for the newest build, and returns an object that stays the same until the next build.
 * - `reload` reloads open pages.
 * - `build` builds the server bundles, and returns the folders of all builds. Only one call may run at a time.
 *
 * `settled` and `build` throw the compiler's errors.
 *
 * @param directories the folders of the apps
 * @throws Error if a remote's configuration cannot be read
 */
export function watchBuilds(directories: string[], log: (line: string) => void) {
  const all = directories.map(loadConfigurations);
  const browsers = webpack(all.map(({ browser }) => browser));
  const servers = webpack(all.map(({ server }) => server));
  const types = checkTypes(directories, log);
  for (const { hooks, name, context } of browsers.compilers) {
    hooks.afterCompile.tap('WatchBuilds', ({ fileDependencies }) => {
      fileDependencies.add(join(context, 'remote.config.ts'));
    });
    hooks.done.tap('WatchBuilds', (stats) => {
      if (stats.hasErrors()) return;
      log(`${name}: built in ${stats.endTime - stats.startTime} ms`);
      // Type checking starts after the first build, because it would slow that build down.
      types.start();
    });
    let consumed: ReadonlySet<string> | undefined;
    hooks.done.tap('WatchBuilds', ({ compilation }) => {
      const before = consumed;
      consumed = sharedModulesIn(compilation);
      // Module Federation finds shared modules only when it loads a chunk. If a build uses another shared module, a hot
      // update cannot add it, so pages reload.
      if (before && [...consumed].some((use) => !before.has(use))) middleware.publish({ action: 'reload' });
    });
    hooks.failed.tap('WatchBuilds', ({ message }) => {
      log(`${message}\n\n${name} is no longer watched. Fix this, then restart npm run dev.`);
    });
  }
  const middleware = devMiddleware(browsers, {
    headers: { ...FILE_HEADERS, 'cache-control': 'no-cache' },
    index: false,
    writeToDisk: true,
    stats: { all: false, errors: true },
    // The pages' Content-Security-Policy allows only webpack's own Trusted Types policy, `site`.
    hot: {
      cors: false,
      client: { logging: 'warn', overlay: { trustedTypesPolicyName: 'site' } },
    },
  });
  return {
    middleware,
    remotes: all.flatMap(({ remote }) => remote ?? []),
    reload: () => void middleware.publish({ action: 'reload' }),
    async settled(): Promise<object> {
      const late = wait(LIMIT, undefined, { ref: false }).then(() => {
        throw new Error('The build is still running. This page reloads when the build is finished.');
      });
      const built = new Promise<unknown>((done) => void middleware.waitUntilValid(done));
      return assertNoErrors((await Promise.race([built, late])) as MultiStats);
    },
    async build() {
      for (const { directory, remote } of all) if (remote) Object.assign(remote, readRemote(directory));
      assertNoErrors((await promisify(servers.run.bind(servers))()) as MultiStats);
      return all.map(({ directory }) => join(directory, 'dist/development'));
    },
    close: async () => {
      types.stop();
      await promisify(middleware.close.bind(middleware))();
    },
  };
}

/** Lists the modules that an app gets from the shell, each preceded by the name of a chunk that uses it. */
function sharedModulesIn({ modules, chunkGraph }: Compilation): Set<string> {
  const uses = new Set<string>();
  for (const module of modules) {
    if (module.type !== 'consume-shared-module') continue;
    for (const chunk of chunkGraph.getModuleChunks(module)) uses.add(`${chunk.name} ${module.identifier()}`);
  }
  return uses;
}

function assertNoErrors(stats: MultiStats): MultiStats {
  if (!stats.hasErrors()) return stats;
  throw new Error(stripVTControlCharacters(stats.toString({ all: false, errors: true })));
}

function loadConfigurations(directory: string) {
  const remote = readRemote(directory);
  const [browser, server] = webpackConfig(directory, remote)({}, { mode: 'development' });
  // The server build needs no `dependencies`, because it does not start until the browser build has finished.
  return {
    directory,
    remote,
    browser: hotConfiguration(browser, appName(remote)),
    server: { ...server, dependencies: [] },
  };
}

/** Adds React Fast Refresh to a browser build, so that open pages replace changed components and keep their state. */
function hotConfiguration(browser: Configuration, app: string): Configuration {
  const isShell = app === 'shell';
  return {
    ...browser,
    // The name tells open pages which app was built.
    name: app,
    // The development server reports failures itself. webpack's own log would also contain requests that a page aborts
    // when it is closed.
    infrastructureLogging: { level: 'none' },
    output: {
      ...browser.output,
      publicPath: assetUrl({ app, version: WATCHED_VERSION }, ''),
    },
    // A failed build emits nothing, so open pages keep their state.
    optimization: { ...browser.optimization, emitOnErrors: false },
    module: {
      rules: (browser.module?.rules as RuleSetRule[]).map(markComponents),
    },
    ...(!isShell && { externals: useShellRefreshRuntime }),
    plugins: [...(browser.plugins ?? []), { apply: keepPolicy }, new ReactRefreshPlugin({ overlay: false })],
  };
}

function markComponents(rule: RuleSetRule): RuleSetRule {
  if (!/\bts-loader\b/.test(rule.loader ?? '')) return rule;
  const getCustomTransformers = () => ({ before: [refreshTypeScript()] });
  return {
    ...rule,
    options: { ...(rule.options as object), getCustomTransformers },
  };
}

/** Makes remotes use the shell's refresh runtime, because React reports to only one runtime. */
function useShellRefreshRuntime(
  { request = '' }: { request?: string },
  done: (error?: null, external?: string) => void,
): void {
  if (/\breact-refresh[\\/]runtime(?:\.js)?$/.test(request)) done(null, 'var siteReactRefresh');
  else done();
}

/**
 * Loads `keepPolicy.ts` before the client of webpack-dev-middleware. webpack prepends an unnamed entry to every other entry.
 */
function keepPolicy(compiler: Compiler): void {
  const entry = fileURLToPath(new URL('client/keepPolicy.ts', import.meta.url));
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}
