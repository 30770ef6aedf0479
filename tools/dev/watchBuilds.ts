import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Compiler, type MultiStats, type Configuration, type RuleSetRule } from 'webpack';
import devMiddleware from 'webpack-dev-middleware';
import { appName } from '../build/appName';
import { readRemote } from '../build/readRemote';
import { assetUrl } from '../release/releaseRemote';
import { FILE_HEADERS } from '../server/securityHeaders';
import { webpackConfig } from '../webpack.common';
import { WATCHED_VERSION } from './buildsSource';
import { checkTypes } from './checkTypes';

/** How long a page waits for a build; a browser gets no answer at all after 30 s. Milliseconds. */
const LIMIT = 25_000;

/**
 * Builds the browser bundles of apps, and again at every change. Server bundles are built when a page is asked
 * for.
 *
 * @param directories the folders of the apps
 * @returns `middleware` serves browsers, and tells open pages of each build; `remotes` holds what each
 *   `remote.config.ts` says; `settled` waits for the newest build, and returns an object that stays the same until
 *   the next; `build` builds the server bundles, one call at a time, and returns the folders of all builds.
 *   `settled` and `build` throw what the compiler says.
 * @throws Error if a remote has no readable configuration
 */
export function watchBuilds(directories: string[], log: (line: string) => void) {
  const all = directories.map(configurationsOf);
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
      // Not beside the first build, which the developer waits for.
      types.start();
    });
    hooks.failed.tap('WatchBuilds', ({ message }) => {
      log(`${message}\n\n${name} is no longer followed. Mend this, then start npm run dev again.`);
    });
  }
  const middleware = devMiddleware(browsers, {
    headers: { ...FILE_HEADERS, 'cache-control': 'no-cache' },
    index: false,
    writeToDisk: true,
    stats: { all: false, errors: true },
    // Pages allow no Trusted Types policy but webpack's own to make HTML.
    hot: { cors: false, client: { logging: 'warn', overlay: { trustedTypesPolicyName: 'site' } } },
  });
  return {
    middleware,
    remotes: all.flatMap(({ remote }) => remote ?? []),
    async settled(): Promise<object> {
      const late = wait(LIMIT, undefined, { ref: false }).then(() => {
        throw new Error('This takes long to build: it appears when it is built.');
      });
      const built = new Promise<unknown>((done) => void middleware.waitUntilValid(done));
      return expectNoErrors((await Promise.race([built, late])) as MultiStats);
    },
    async build() {
      for (const { directory, remote } of all) if (remote) Object.assign(remote, readRemote(directory));
      expectNoErrors((await promisify(servers.run.bind(servers))()) as MultiStats);
      return all.map(({ directory }) => join(directory, 'dist/development'));
    },
    close: async () => {
      types.end();
      await promisify(middleware.close.bind(middleware))();
    },
  };
}

function expectNoErrors(stats: MultiStats): MultiStats {
  if (!stats.hasErrors()) return stats;
  throw new Error(stripVTControlCharacters(stats.toString({ all: false, errors: true })));
}

function configurationsOf(directory: string) {
  const remote = readRemote(directory);
  const [browser, server] = webpackConfig(directory, remote)({}, { mode: 'development' });
  // The server bundle is only built when the browser bundle is there.
  return {
    directory,
    remote,
    browser: hotConfiguration(browser, appName(remote)),
    server: { ...server, dependencies: [] },
  };
}

/** The browser build of an app whose components are replaced in open pages, where they keep their state. */
function hotConfiguration(browser: Configuration, app: string): Configuration {
  const isShell = app === 'shell';
  return {
    ...browser,
    // The server's news of builds carry this name.
    name: app,
    // The server reports failures; webpack would also report each request that a page gives up when it is left.
    infrastructureLogging: { level: 'none' },
    output: { ...browser.output, publicPath: assetUrl({ app, version: WATCHED_VERSION }, '') },
    // An open page skips builds that fail, and keeps its state meanwhile.
    optimization: { ...browser.optimization, emitOnErrors: false },
    module: { rules: (browser.module?.rules as RuleSetRule[]).map(markComponents) },
    ...(!isShell && { externals: takeRefreshRuntime }),
    plugins: [...(browser.plugins ?? []), { apply: keepPolicy }, new ReactRefreshPlugin({ overlay: false })],
  };
}

/** Lets TypeScript mark components and hooks for React Fast Refresh. */
function markComponents(rule: RuleSetRule): RuleSetRule {
  if (!/\bts-loader\b/.test(rule.loader ?? '')) return rule;
  const marking = { getCustomTransformers: () => ({ before: [refreshTypeScript()] }) };
  return { ...rule, options: { ...(rule.options as object), ...marking } };
}

/** All apps use the shell's runtime, since React asks only one which component has replaced which. */
function takeRefreshRuntime(
  { request = '' }: { request?: string },
  done: (error?: null, external?: string) => void,
): void {
  if (/\breact-refresh[\\/]runtime(?:\.js)?$/.test(request)) done(null, 'var siteReactRefresh');
  else done();
}

/** An entry without a name is part of every entry; this one comes before the client that it prepares. */
function keepPolicy(compiler: Compiler): void {
  const entry = fileURLToPath(new URL('client/keepPolicy.ts', import.meta.url));
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}
