import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Compiler, type Configuration, type RuleSetRule } from 'webpack';
import { assetUrl } from '../release/assetUrl';
import { WATCHED_VERSION } from './buildsSource';

/** A browser build of an app whose components are exchanged in the open page, where they keep their state. */
export function hotConfiguration(browser: Configuration, app: string): Configuration {
  const isShell = app === 'shell';
  return {
    ...browser,
    // What the server tells of builds names them by this.
    name: app,
    // The server says what goes wrong; this would name every request that a page gives up when it is left.
    infrastructureLogging: { level: 'none' },
    output: { ...browser.output, publicPath: assetUrl({ app, version: WATCHED_VERSION }, '') },
    // An open page goes from one good build to the next, and keeps its state over a mistake.
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

/** The shell's runtime is everyone's: React asks only one which component has become which. */
function takeRefreshRuntime({ request = '' }: { request?: string }, done: External): void {
  if (/\breact-refresh[\\/]runtime(?:\.js)?$/.test(request)) done(null, 'var siteReactRefresh');
  else done();
}

/** An entry without a name goes first into all of them. */
function shareRefreshRuntime(compiler: Compiler): void {
  const entry = fileURLToPath(new URL('client/shareReactRefresh.ts', import.meta.url));
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}
