import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Compiler, type Configuration, type RuleSetRule } from 'webpack';
import { assetUrl } from '../release/releaseRemote';
import { WATCHED_VERSION } from './buildsSource';

/** The browser build of an app whose components are replaced in open pages, where they keep their state. */
export function hotConfiguration(browser: Configuration, app: string): Configuration {
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
    plugins: [
      ...(browser.plugins ?? []),
      ...(isShell ? [{ apply: shareRefreshRuntime }] : []),
      new ReactRefreshPlugin({ overlay: false }),
    ],
  };
}

/** Lets TypeScript mark components and hooks for React Fast Refresh. */
function markComponents(rule: RuleSetRule): RuleSetRule {
  if (rule.loader !== 'ts-loader') return rule;
  const getCustomTransformers = () => ({ before: [refreshTypeScript()] });
  return { ...rule, options: { ...(rule.options as object), getCustomTransformers } };
}

type External = (error?: null, external?: string) => void;

/** All apps use the shell's runtime, since React asks only one which component has replaced which. */
function takeRefreshRuntime({ request = '' }: { request?: string }, done: External): void {
  if (/\breact-refresh[\\/]runtime(?:\.js)?$/.test(request)) done(null, 'var siteReactRefresh');
  else done();
}

/** An entry without a name is put first into all of them. */
function shareRefreshRuntime(compiler: Compiler): void {
  const entry = fileURLToPath(new URL('client/shareReactRefresh.ts', import.meta.url));
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}
