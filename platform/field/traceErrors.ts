import { gunzipSync } from 'node:zlib';
import { originalPositionFor, TraceMap, type EncodedSourceMap } from '@jridgewell/trace-mapping';
import { mapsKey } from '../store/readBuild';
import type { Store } from '../store/Store';
import type { ErrorKind } from './FieldFile';

/** The maximum size of a build's decompressed source maps, in bytes. */
const SIZE_LIMIT = 100_000_000;

/** A kind of error, with its place in the sources. */
export interface TracedError extends ErrorKind {
  /**
   * For example `studio-remote/src/pages/home/Hero.tsx:12`. If the build has no source map, this is the place in the
   * script.
   */
  source: string;
}

/**
 * Finds the places in the sources at which the errors of a build were thrown.
 *
 * @param store the store that holds the build
 * @returns the errors, combined if they have the same name and place, most frequent first
 */
export async function traceErrors(store: Store, build: string, errors: ErrorKind[]): Promise<TracedError[]> {
  // Source maps are large, and a deployment that waits for errors calls this function every few seconds.
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

/** Reads the source maps of a build, by script. Returns none if the build has none, or if they cannot be read. */
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
  // Columns start from 0 in a source map, and from 1 in a stack trace.
  const found = map && originalPositionFor(map, { line, column: column - 1 });
  if (!found || found.source === null) return `${script}:${line}:${column} (no source map)`;
  const [app] = build.split('/');
  return `${found.source.startsWith('src/') ? `${app}/` : ''}${found.source}:${found.line}`;
}
