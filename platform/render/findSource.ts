import { SourceMap } from 'node:module';
import type { LoadedBuild } from '../store/readBuild';

/** The source map at the end of a bundle. Only development builds have one. */
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)\s*$/;

/**
 * Finds the place in an app's sources where an error was thrown, from the error's stack.
 *
 * @returns the file, line and column, e.g. `studio-remote/src/pages/home/HomePage.tsx:12:9`; undefined if they are unknown,
 *   as in production builds
 */
export function findSource(
  error: unknown,
  { description: { app }, server }: Pick<LoadedBuild, 'description' | 'server'>,
): string | undefined {
  // The error may come from another realm, so `instanceof Error` would not recognise it.
  const { stack } = (error ?? {}) as { stack?: unknown };
  const frame = new RegExp(`${app}/server\\.cjs:(\\d+):(\\d+)`, 'g');
  const [, encoded] = INLINE_MAP.exec(server) ?? [];
  if (encoded === undefined) return undefined;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMap['payload']);
  for (const [, line, column] of String(stack).matchAll(frame)) {
    // Lines and columns begin with 0 in a source map, and with 1 in a stack.
    const found = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in found) || !/^\.\/(?!.*node_modules)/.test(found.originalSource)) continue;
    return `${app}/${found.originalSource.slice(2)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  }
  return undefined;
}
