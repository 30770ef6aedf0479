import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Compiler, type Configuration, type RuleSetRule } from 'webpack';

interface HotOptions {
  /** The workspace, e.g. `studio-remote`. */
  app: string;
  /** Whether the shell is a development build: React's production build cannot exchange components. */
  refresh: boolean;
}

/** Lets TypeScript mark components and hooks for React Fast Refresh. */
function withRefresh(rule: RuleSetRule): RuleSetRule {
  if (rule.loader !== 'ts-loader') return rule;
  const getCustomTransformers = () => ({ before: [refreshTypeScript()] });
  return { ...rule, options: { ...(rule.options as object), getCustomTransformers } };
}

/** The shell's runtime is everyone's: React asks only one which component has become which. */
const refreshRuntime = { test: /\breact-refresh[\\/]runtime(?:\.js)?$/, global: 'siteReactRefresh' };

/**
 * A browser build whose modules can be replaced in open pages, and with `refresh` also its components, which keep
 * their state.
 */
export function hotConfiguration(browser: Configuration, { app, refresh }: HotOptions): Configuration {
  const isShell = app === 'shell';
  const rules = (browser.module?.rules ?? []) as RuleSetRule[];
  const entries = [
    ...(refresh && isShell ? [clientModule('shareReactRefresh')] : []),
    `${clientModule('registerHotBundle')}?${app}`,
  ];
  return {
    ...browser,
    module: { rules: refresh ? rules.map(withRefresh) : rules },
    ...(refresh && !isShell && { externals: takeRefreshRuntime }),
    plugins: [
      ...(browser.plugins ?? []),
      new webpack.HotModuleReplacementPlugin(),
      ...entries.map((entry) => ({ apply: (compiler: Compiler) => addToEveryEntry(compiler, entry) })),
      ...(refresh ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
  };
}

type External = (error?: null, external?: string) => void;

function takeRefreshRuntime({ request = '' }: { request?: string }, done: External): void {
  if (refreshRuntime.test.test(request)) done(null, `var ${refreshRuntime.global}`);
  else done();
}

/** An entry without a name goes first into all of them, a remote's container among them. */
function addToEveryEntry(compiler: Compiler, entry: string): void {
  new webpack.EntryPlugin(compiler.context, entry, {}).apply(compiler);
}

function clientModule(name: string): string {
  return fileURLToPath(new URL(`client/${name}.ts`, import.meta.url));
}
