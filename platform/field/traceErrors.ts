import { gunzipSync } from 'node:zlib';
import { originalPositionFor, TraceMap, type EncodedSourceMap } from '@jridgewell/trace-mapping';
import { mapsKey } from '../store/readBuild';
import type { Store } from '../store/Store';
import type { ErrorKind } from './FieldFile';

/** The maximum size of a build's decompressed source maps, in bytes. */
const SIZE_LIMIT = 100_000_000;

export interface TracedError extends ErrorKind {
  /**
   * Where in the source code the error was thrown, for example `studio-remote/src/pages/home/Hero.tsx:12`. Without a source
   * map, this is the location in the script instead.
   */
  source: string;
}

/**
 * Finds where in the source code a build's errors were thrown.
 *
 * @param store the store that holds the build
 * @returns the errors, most frequent first; errors with the same name and location are combined
 */
export async function traceErrors(store: Store, build: string, errors: ErrorKind[]): Promise<TracedError[]> {
  // Without errors, do not read the source maps. They are large, and a deployment that waits for errors calls this
  // function every few seconds.
  if (errors.length === 0) return [];
  const maps = await readMaps(store, build);
  const traced = new Map<string, TracedError>();
  for (const error of errors) {
    const source = tracePlace(maps.get(error.script), error, build);
    const key = `${error.name} ${source}`;
    const known = traced.get(key);
    if (known) known.loads += error.loads;
    else traced.set(key, { ...error, source });
  }
  return [...traced.values()].sort((one, other) => other.loads - one.loads);
}

/** Returns a build's source maps, by script; empty if they are missing or damaged. */
async function readMaps(store: Store, build: string): Promise<Map<string, TraceMap>> {
  const packed = await store.read(mapsKey(build));
  if (!packed) return new Map();
  try {
    const text = gunzipSync(packed, { maxOutputLength: SIZE_LIMIT }).toString();
    const maps = Object.entries(JSON.parse(text) as Record<string, EncodedSourceMap>);
    return new Map(maps.map(([script, map]) => [script, new TraceMap(map)]));
  } catch {
    return new Map();
  }
}

function tracePlace(map: TraceMap | undefined, { script, line, column }: ErrorKind, build: string): string {
  // Columns start at 0 in a source map, but at 1 in a stack trace.
  const found = map && originalPositionFor(map, { line, column: column - 1 });
  if (!found || found.source === null) return `${script}:${line}:${column} (no source map)`;
  const [app] = build.split('/');
  return `${found.source.startsWith('src/') ? `${app}/` : ''}${found.source}:${found.line}`;
}
