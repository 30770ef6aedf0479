import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';

const repository = resolve(import.meta.dirname, '../..');

/**
 * CSS as files of the browser bundle, or, for the server, as class names only. A remote's style sheets are all modules
 * in which each selector names a class of its own, so that none reaches into pages of other teams: the build fails
 * otherwise. The shell's style is the whole site's.
 *
 * @param remote the remote's name; absent for the shell
 */
export function cssRule(remote: string | undefined, target: 'browser' | 'server'): RuleSetRule {
  const modules = {
    ...(remote === undefined ? { auto: true } : { auto: /./, mode: 'pure' }),
    namedExport: false,
    exportLocalsConvention: 'as-is',
    getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, local: string) =>
      className(remote ?? 'shell', resourcePath, local),
    exportOnlyLocals: target === 'server',
  };
  return {
    test: /\.css$/,
    use: [
      ...(target === 'browser' ? [MiniCssExtractPlugin.loader] : []),
      { loader: 'css-loader', options: { modules } },
    ],
  };
}

/** Unique on the site. What the classes of a file have in common stands first and is the same, so that it compresses. */
function className(app: string, file: string, local: string): string {
  const hash = createHash('sha256').update(relative(repository, file)).digest('base64url');
  return `${app}_${hash.slice(0, 5)}_${local}`;
}
