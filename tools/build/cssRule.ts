import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { nameInPackage } from './packageFolder';

const { resolve } = createRequire(import.meta.url);

/**
 * CSS as files of the browser bundle, or, for the server, as class names only. A remote's style sheets are all modules
 * in which each selector names a class of its own, so that none reaches into pages of other teams: the build fails
 * otherwise. The shell's style is the whole site's.
 *
 * @param directory the app's folder
 * @param remote the remote's name; absent for the shell
 */
export function cssRule(
  directory: string,
  remote: string | undefined,
  target: 'browser' | 'server',
): RuleSetRule {
  const modules = {
    ...(remote === undefined ? { auto: true } : { auto: /./, mode: 'pure' }),
    namedExport: false,
    exportLocalsConvention: 'as-is',
    getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, local: string) =>
      className(remote ?? 'shell', nameInPackage(resourcePath, directory), local),
    exportOnlyLocals: target === 'server',
  };
  return {
    test: /\.css$/,
    use: [
      ...(target === 'browser' ? [MiniCssExtractPlugin.loader] : []),
      { loader: resolve('css-loader'), options: { modules } },
    ],
  };
}

/** Unique on the site. What the classes of a file have in common stands first and is the same, so that it compresses. */
function className(app: string, file: string, local: string): string {
  const hash = createHash('sha256').update(file).digest('base64url');
  return `${app}_${hash.slice(0, 5)}_${local}`;
}
