import type { BuildSource } from '@site/shared/remote';
import * as v from 'valibot';
import { versionOf, type Artifact } from '../build/Artifact';

// What a store says of builds and releases may be a stranger's words: whoever can make previews writes there. Nothing
// of it is used, least of all as the name of something to write, before it has these shapes.

const matching = (pattern: RegExp, problem: string) => v.pipe(v.string(), v.regex(pattern, problem));

export const appName = matching(/^[a-z][\w-]{0,63}$/, 'is no name of an app');
export const version = matching(/^[\da-f]{16}$/, 'is no version of a build');
export const sha256Hex = matching(/^[\da-f]{64}$/, 'is no SHA-256');
export const integrity = matching(/^sha384-[A-Za-z\d+/]{64}$/, 'is no integrity');
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'is no time');
export const remoteName = matching(/^[A-Za-z][\w-]{0,63}$/, 'is no name of a remote');

/** A relative path: file systems keep each of its segments with `.br` and the name of a draft behind it. */
export const fileName = v.pipe(v.string(), v.check(isFileName, 'is no name of a file'));

/** A page's, or a pattern: the site's root, or as a file is named below it. */
export const address = v.pipe(
  v.string(),
  v.check(
    (path) => path === '/' || (/^\/[^\s?#"<>]+$/.test(path) && isFileName(path.slice(1))),
    'is no address',
  ),
);

/** Longest segment of a file's name, bytes: 255 without `.br` and what a draft has behind its name. */
const SEGMENT_LIMIT = 210;

function isFileName(name: string): boolean {
  const isSegment = (segment: string) =>
    !['', '.', '..'].includes(segment) && Buffer.byteLength(segment) <= SEGMENT_LIMIT;
  return name.length <= 500 && !/[\\\p{C}\p{Zl}\p{Zp}]/u.test(name) && name.split('/').every(isSegment);
}

/** Whether no file, in any of its forms, has the name of a folder of another one. */
export function areApart(names: string[]): boolean {
  const folders = new Set(
    names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))),
  );
  return names.every((name) => ['', '.br', '.gz'].every((form) => !folders.has(name + form)));
}

/** Where a build comes from. The commit is handed to git, so that it must be nothing else. */
export const source = v.object({
  commit: v.exactOptional(matching(/^(?:[\da-f]{40}|[\da-f]{64})$/, 'is no commit')),
  clean: v.exactOptional(v.boolean()),
  builtAt: time,
  node: matching(/^v\d[\w.+-]{0,63}$/, 'is no version of Node'),
}) satisfies v.GenericSchema<unknown, BuildSource>;

const chunk = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });
const moduleName = matching(/^[\w@/.-]{1,200}$/, 'is no name of a module');

const artifact = v.object({
  app: appName,
  version,
  mode: v.picklist(['production', 'development']),
  remote: v.exactOptional(v.object({ name: remoteName, mount: address, paths: v.array(address) })),
  entry: chunk,
  pages: v.record(moduleName, chunk),
  files: v.pipe(
    v.record(fileName, v.object({ integrity, bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })),
    v.check((files) => areApart(Object.keys(files))),
  ),
  serverHash: sha256Hex,
  shared: v.record(moduleName, matching(/^[\w.+-]{1,100}$/, 'is no version of a module')),
  router: v.array(matching(/^[\w$]{1,100}$/, 'is no name of an export')),
}) satisfies v.GenericSchema<unknown, Artifact>;

/** Reads a build's `artifact.json`; undefined if no build writes such a file, or if it has been altered. */
export function parseArtifact(content: Buffer): Artifact | undefined {
  const said = parseAs(artifact, content);
  return said && versionOf(said) === said.version ? said : undefined;
}

/** Reads where a build comes from; undefined if no build writes it like this. */
export function parseSource(content: Buffer): BuildSource | undefined {
  return parseAs(source, content);
}

/** Whether a text is the name of a build, `<app>/<version>`. */
export function isBuildName(text: string): boolean {
  const [app, of, ...more] = text.split('/');
  return v.is(appName, app) && v.is(version, of) && more.length === 0;
}

function parseAs<Said>(schema: v.GenericSchema<unknown, Said>, content: Buffer): Said | undefined {
  try {
    const said = parseJson(content);
    return v.is(schema, said) ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * JSON without the names by which every object has something already, which schemas pass over.
 *
 * @throws Error if it is none
 */
export function parseJson(content: Buffer): unknown {
  return JSON.parse(content.toString(), (key, value: unknown) => {
    if (['__proto__', 'constructor', 'prototype'].includes(key)) throw new Error(`${key} is no name`);
    return value;
  });
}
