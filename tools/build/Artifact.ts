import type { Budgets, BuildSource, Call } from '@site/shared/remote';
// The whole package takes longer to load than a page to render.
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { sha256 } from './sha256';

/** A remote's file that tells other hosts, and the browser's devtools, what it is made of. */
export const MANIFEST = 'mf-manifest.json';

/** The shell's style sheet for other sites is `shell.<this>.css` of its build. */
export const FOREIGN_HOSTS = 'foreignHosts';

// What files say of builds and releases is checked where it comes in. Nothing of it is used, least of all as the name
// of something to write, before it has these shapes.

const matching = (pattern: RegExp, problem: string) => v.pipe(v.string(), v.regex(pattern, problem));

export const appName = matching(/^[a-z][\w-]{0,63}$/, 'is no name of an app');
export const version = matching(/^[\da-f]{16}$/, 'is no version of a build');
export const sha256Hex = matching(/^[\da-f]{64}$/, 'is no SHA-256');
const integrity = matching(/^sha384-[A-Za-z\d+/]{64}$/, 'is no integrity');
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'is no time');
const remoteName = matching(/^[A-Za-z][\w-]{0,63}$/, 'is no name of a remote');

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

const collection = matching(/^\w{1,100}$/, 'is no name of a collection');

const call = v.variant('kind', [
  v.object({
    kind: v.literal('list'),
    collection,
    query: v.pipe(
      v.record(
        matching(/^\w{1,50}$/, 'is no name of a parameter'),
        v.union([v.pipe(v.string(), v.maxLength(500, 'is too long')), v.pipe(v.number(), v.safeInteger())]),
      ),
      v.maxEntries(10, 'has too many parameters'),
    ),
  }),
  v.object({
    kind: v.literal('one'),
    collection,
    field: matching(/^\w{1,100}$/, 'is no name of a field'),
  }),
  v.object({
    kind: v.literal('files'),
    collection,
    thumbs: v.pipe(
      v.array(matching(/^\d{1,4}x\d{1,4}[tbf]?$/, 'is no size, such as 480x320')),
      v.maxLength(100, 'are too many'),
    ),
  }),
  v.object({ kind: v.literal('form'), collection }),
]) satisfies v.GenericSchema<unknown, Call>;

/** The calls of the backend that one build makes (§7). */
export const calls = v.pipe(v.array(call), v.maxLength(100, 'are too many'));

/** The scripts and style sheets, in load order, that a page or an entry needs. */
const chunk = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });
export type ArtifactChunk = v.InferOutput<typeof chunk>;

/** One file of a build that browsers load: the integrity and the size, in bytes, of what is not compressed. */
const file = v.object({ integrity, bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

const moduleName = matching(/^[\w@/.-]{1,200}$/, 'is no name of a module');

const range = v.pipe(
  v.string(),
  v.maxLength(100, 'is too long'),
  v.check((text) => validRange(text) !== null, 'is no version of a module, nor a range'),
);

const bytes = v.pipe(
  v.number(),
  v.safeInteger('is no number of bytes'),
  v.minValue(1, 'is no number of bytes'),
);

/** What a remote allows itself, see `RemoteConfig`. */
export const budgets = v.object({
  scripts: v.exactOptional(bytes),
  styles: v.exactOptional(bytes),
}) satisfies v.GenericSchema<unknown, Budgets>;

/**
 * What a build writes as `artifact.json`: all that deployment knows of an app. File names are relative to the
 * build's `browser/` folder.
 */
export const artifact = v.object({
  /** The workspace's folder, e.g. `studio-remote`. */
  app: appName,
  /** Content hash of everything in the build. */
  version,
  mode: v.picklist(['production', 'development']),
  /** What a remote's `remote.config.ts` says; absent for the shell. */
  remote: v.exactOptional(
    v.object({
      name: remoteName,
      mount: address,
      paths: v.array(address),
      /** Absent in a build of before remotes declared their calls. */
      calls: v.exactOptional(calls),
      budgets: v.exactOptional(budgets),
    }),
  ),
  /** Scripts and styles that every page of this app needs first. */
  entry: chunk,
  /** What each page needs on top, by chunk name. */
  pages: v.record(moduleName, chunk),
  files: v.pipe(
    v.record(fileName, file),
    v.check((files) => areApart(Object.keys(files))),
  ),
  /** Of `server.cjs`. */
  serverHash: sha256Hex,
  /**
   * Of what the apps share: the exact versions that the shell provides, or the ranges that a remote needs. In older builds
   * those were exact versions, too.
   */
  shared: v.record(moduleName, range),
  /** Exports of the router facade, `@site/shared/router`: those that the shell has, those that a remote uses. */
  router: v.array(matching(/^[\w$]{1,100}$/, 'is no name of an export')),
});
export type Artifact = v.InferOutput<typeof artifact>;

/** The version of a build: the hash of everything else in its `artifact.json`, which names each file's hash. */
export function versionOf({
  version: _,
  ...content
}: Omit<Artifact, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
