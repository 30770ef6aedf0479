import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { nameInPackage } from './packageFolder';

const { resolve } = createRequire(import.meta.url);

/**
 * Returns the webpack rule for CSS. The browser build extracts CSS files; the server build only needs the class names.
 *
 * Every style sheet of a remote is a CSS Module. The build fails if a selector does not contain a class of that module. This
 * prevents a remote from styling other teams' pages. The shell's style sheets may be global.
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

/** Returns a class name that is unique on the site. All class names in a file share a prefix, which compresses well. */
function className(app: string, file: string, local: string): string {
  const hash = createHash('sha256').update(file).digest('base64url');
  return `${app}_${hash.slice(0, 5)}_${local}`;
}
