import { SourceMap } from 'node:module';
import type { LoadedBuild } from '../store/readBuild';

/** Matches the source map at the end of a server bundle. Only development builds of remotes have one. */
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)\s*$/;

/**
 * Uses an error's stack to find where in an app's sources the error was thrown.
 *
 * @returns the file, line and column, e.g. `studio-remote/src/pages/home/HomePage.tsx:12:9`; undefined if they are unknown,
 *   which is always so for production builds
 */
export function findSource(
  error: unknown,
  { description: { app }, server }: Pick<LoadedBuild, 'description' | 'server'>,
): string | undefined {
  // `instanceof Error` would not recognise errors from another realm.
  const { stack } = (error ?? {}) as { stack?: unknown };
  const frame = new RegExp(`${app}/server\\.cjs:(\\d+):(\\d+)`, 'g');
  const [, encoded] = INLINE_MAP.exec(server) ?? [];
  if (encoded === undefined) return undefined;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMap['payload']);
  for (const [, line, column] of String(stack).matchAll(frame)) {
    // Source maps count lines and columns from 0. Stack traces count them from 1.
    const found = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in found) || !/^\.\/(?!.*node_modules)/.test(found.originalSource)) continue;
    return `${app}/${found.originalSource.slice(2)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  }
  return undefined;
}
