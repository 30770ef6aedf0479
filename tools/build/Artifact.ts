import type { Budgets, BuildSource, Call } from '@site/shared/remote';
// Importing all of semver takes longer than rendering a page.
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { sha256 } from './sha256';

/** A remote's manifest, which other hosts and Module Federation's devtools read. */
export const MANIFEST = 'mf-manifest.json';

/** The entry of the shell's style sheet for other sites, `shell.foreignHosts.css`. */
export const FOREIGN_HOSTS = 'foreignHosts';

// The schemas of the files that describe builds and releases. A file is validated when it is read, before any value in
// it is used, especially as the name of a file to write.

const matching = (pattern: RegExp, problem: string) => v.pipe(v.string(), v.regex(pattern, problem));

export const appName = matching(/^[a-z][\w-]{0,63}$/, 'is not a valid app name');
export const version = matching(/^[\da-f]{16}$/, 'is not a valid build version');
export const sha256Hex = matching(/^[\da-f]{64}$/, 'is not a SHA-256 hash');
const integrity = matching(/^sha384-[A-Za-z\d+/]{64}$/, 'is not a SHA-384 integrity');
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'is not a valid time');
const remoteName = matching(/^[A-Za-z][\w-]{0,63}$/, 'is not a valid remote name');

/** A relative path. Its segments are short enough for a file system to append `.br` and a temporary name. */
export const fileName = v.pipe(v.string(), v.check(isFileName, 'is not a valid file name'));

/** The address of a page, or a pattern: `/`, or `/` and a valid file name. */
export const address = v.pipe(
  v.string(),
  v.check(
    (path) => path === '/' || (/^\/[^\s?#"<>]+$/.test(path) && isFileName(path.slice(1))),
    'is not a valid address',
  ),
);

/** The maximum length of a path segment, in bytes: 255, less `.br` and the suffix of a temporary file. */
const SEGMENT_LIMIT = 210;

function isFileName(name: string): boolean {
  const isSegment = (segment: string) =>
    !['', '.', '..'].includes(segment) && Buffer.byteLength(segment) <= SEGMENT_LIMIT;
  return name.length <= 500 && !/[\\\p{C}\p{Zl}\p{Zp}]/u.test(name) && name.split('/').every(isSegment);
}

/** Whether files with these names can be in one directory: none of their stored forms is also the folder of a file. */
export function canCoexist(names: string[]): boolean {
  const folders = new Set(
    names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))),
  );
  return names.every((name) => ['', '.br', '.gz'].every((form) => !folders.has(name + form)));
}

/** Where a build comes from. The commit becomes an argument of git, so it must be a hash and nothing else. */
export const source = v.object({
  commit: v.exactOptional(matching(/^(?:[\da-f]{40}|[\da-f]{64})$/, 'is not a commit hash')),
  clean: v.exactOptional(v.boolean()),
  builtAt: time,
  node: matching(/^v\d[\w.+-]{0,63}$/, 'is not a Node version'),
}) satisfies v.GenericSchema<unknown, BuildSource>;

const collection = matching(/^\w{1,100}$/, 'is not a valid collection name');

const call = v.variant('kind', [
  v.object({
    kind: v.literal('list'),
    collection,
    query: v.pipe(
      v.record(
        matching(/^\w{1,50}$/, 'is not a valid parameter name'),
        v.union([v.pipe(v.string(), v.maxLength(500, 'is too long')), v.pipe(v.number(), v.safeInteger())]),
      ),
      v.maxEntries(10, 'has too many parameters'),
    ),
  }),
  v.object({
    kind: v.literal('one'),
    collection,
    field: matching(/^\w{1,100}$/, 'is not a valid field name'),
  }),
  v.object({
    kind: v.literal('files'),
    collection,
    thumbs: v.pipe(
      v.array(matching(/^\d{1,4}x\d{1,4}[tbf]?$/, 'is not a size such as 480x320')),
      v.maxLength(100, 'has too many entries'),
    ),
  }),
  v.object({ kind: v.literal('form'), collection }),
]) satisfies v.GenericSchema<unknown, Call>;

/** The calls that one build makes to the backend (§7). */
export const calls = v.pipe(v.array(call), v.maxLength(100, 'has too many entries'));

/** The scripts and style sheets, in load order, that a page or an entry needs. */
const chunk = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });
export type ArtifactChunk = v.InferOutput<typeof chunk>;

/** A file of a build that browsers load: the integrity of its uncompressed content, and its size in bytes. */
const file = v.object({ integrity, bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

const moduleName = matching(/^[\w@/.-]{1,200}$/, 'is not a valid module name');

const range = v.pipe(
  v.string(),
  v.maxLength(100, 'is too long'),
  v.check((text) => validRange(text) !== null, 'is neither a version nor a version range'),
);

const bytes = v.pipe(
  v.number(),
  v.safeInteger('is not a whole number of bytes'),
  v.minValue(1, 'must be at least one byte'),
);

/** A remote's own size limits, see `RemoteConfig`. */
export const budgets = v.object({
  scripts: v.exactOptional(bytes),
  styles: v.exactOptional(bytes),
}) satisfies v.GenericSchema<unknown, Budgets>;

/**
 * The content of a build's `artifact.json`, from which a deployment learns everything about the app. File names are
 * relative to the build's `browser/` folder.
 */
export const artifact = v.object({
  /** The app's name, e.g. `studio-remote`. */
  app: appName,
  /** Content hash of everything in the build. */
  version,
  mode: v.picklist(['production', 'development']),
  /** The remote's configuration, from its `remote.config.ts`; absent for the shell. */
  remote: v.exactOptional(
    v.object({
      name: remoteName,
      mount: address,
      paths: v.array(address),
      /** Absent in builds from before remotes declared their calls. */
      calls: v.exactOptional(calls),
      budgets: v.exactOptional(budgets),
    }),
  ),
  /** The scripts and styles that every page of this app loads first. */
  entry: chunk,
  /** The additional scripts and styles of each page, by chunk name. */
  pages: v.record(moduleName, chunk),
  files: v.pipe(
    v.record(fileName, file),
    v.check((files) => canCoexist(Object.keys(files))),
  ),
  /** The SHA-256 hash of `server.cjs`. */
  serverHash: sha256Hex,
  /**
   * The versions of shared modules: exact ones in the shell, which provides them, and ranges in a remote, which needs
   * them. Remotes in older builds have exact versions, too.
   */
  shared: v.record(moduleName, range),
  /** Exports of the router facade, `@site/shared/router`: the ones the shell provides, or the ones a remote uses. */
  router: v.array(matching(/^[\w$]{1,100}$/, 'is not a valid export name')),
});
export type Artifact = v.InferOutput<typeof artifact>;

/** Computes the version of a build: a hash of the rest of its `artifact.json`, which includes the hash of each file. */
export function versionOf({
  version: _,
  ...content
}: Omit<Artifact, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
