import type { Budgets, BuildSource } from '@site/shared/contract';
// Loading all of semver takes longer than rendering a page.
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { sha256 } from './sha256';

/** A remote's Module Federation manifest. Other hosts and the browser's devtools read it. */
export const MANIFEST = 'mf-manifest.json';

/** The file of a build's source maps, beside its server bundle. No browser loads it, and the version leaves it out. */
export const MAPS = 'maps.json.gz';

/** The script with which a shell's pages report how they did. Tabs load it when they are at rest. */
export const FIELD_SCRIPT = 'field.js';

/** The webpack entry of the style sheet that the shell offers to other sites. Its file is `shell.foreignHosts.css`. */
export const FOREIGN_HOSTS = 'foreignHosts';

// These schemas validate untrusted descriptions before any name in them is used, for example as a path to write to.

const matching = (pattern: RegExp, problem: string) => v.pipe(v.string(), v.regex(pattern, problem));

export const nameOfApp = matching(/^[a-z][\w-]{0,63}$/, 'is not an app name');
export const version = matching(/^[\da-f]{16}$/, 'is not a build version');
export const sha256Hex = matching(/^[\da-f]{64}$/, 'is not a SHA-256 hash');
export const integrity = matching(/^sha256-[A-Za-z\d+/]{43}=$/, 'is not a SHA-256 integrity hash');
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'is not a time');
const remoteName = matching(/^[A-Za-z][\w-]{0,63}$/, 'is not a remote name');

/** A relative path that every store can hold, even with the suffixes that compressed forms and drafts add. */
export const fileName = v.pipe(v.string(), v.check(isFileName, 'is not a file name'));

/** A page's address or pattern: either `/`, or a slash followed by a valid file name. */
export const address = v.pipe(
  v.string(),
  v.check(
    (path) => path === '/' || (/^\/[^\s?#"<>]+$/.test(path) && isFileName(path.slice(1))),
    'is not an address',
  ),
);

/**
 * The maximum length of a path segment, in bytes. File systems allow 255, including suffixes such as `.br` and those of
 * drafts.
 */
const SEGMENT_LIMIT = 210;

function isFileName(name: string): boolean {
  const isSegment = (segment: string) =>
    !['', '.', '..'].includes(segment) && Buffer.byteLength(segment) <= SEGMENT_LIMIT;
  return name.length <= 500 && !/[\\\p{C}\p{Zl}\p{Zp}]/u.test(name) && name.split('/').every(isSegment);
}

/** Whether the path of every file, plain or compressed, differs from the path of every folder. */
export function haveDistinctPaths(names: string[]): boolean {
  const folders = new Set(
    names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))),
  );
  return names.every((name) => ['', '.br', '.gz'].every((form) => !folders.has(name + form)));
}

/** Where a build comes from. The commit becomes an argument of git, so only a full hash is accepted. */
export const source = v.object({
  commit: v.exactOptional(matching(/^(?:[\da-f]{40}|[\da-f]{64})$/, 'is not a commit hash')),
  clean: v.exactOptional(v.boolean()),
  builtAt: time,
  node: matching(/^v\d[\w.+-]{0,63}$/, 'is not a Node version'),
}) satisfies v.GenericSchema<unknown, BuildSource>;

/** The name of a collection of the backend that is not PocketBase's own. */
export const collection = matching(/^(?!_)\w{1,100}$/, 'is not the name of a collection');

/** The scripts and style sheets, in load order, that a page or an entry needs. */
const chunk = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });
export type BuildChunk = v.InferOutput<typeof chunk>;

/** A browser file of a build: the integrity and the size, in bytes, of its uncompressed content. */
const file = v.object({ integrity, bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

const moduleName = matching(/^[\w@/.-]{1,200}$/, 'is not a module name');

const range = v.pipe(
  v.string(),
  v.maxLength(100, 'is too long'),
  v.check((text) => validRange(text) !== null, 'is neither a version nor a range'),
);

const bytes = v.pipe(
  v.number(),
  v.safeInteger('is not a number of bytes'),
  v.minValue(1, 'is not a number of bytes'),
);

/** A remote's own budgets, see `RemoteConfig`. */
export const ownBudgets = v.object({
  scripts: v.exactOptional(bytes),
  styles: v.exactOptional(bytes),
}) satisfies v.GenericSchema<unknown, Budgets>;

/**
 * The description that a build writes as `build.json`: everything that a deployment knows about an app. File names
 * are relative to the build's `browser/` folder.
 */
export const buildDescription = v.object({
  /** The workspace's folder, e.g. `studio-remote`. */
  app: nameOfApp,
  /** The hash of everything else in this description. */
  version,
  mode: v.picklist(['production', 'development']),
  /** The settings in a remote's `remote.config.ts`; absent for the shell. */
  remote: v.exactOptional(
    v.object({
      name: remoteName,
      mount: address,
      paths: v.array(address),
      forms: v.pipe(v.array(collection), v.maxLength(100, 'are too many')),
      budgets: v.exactOptional(ownBudgets),
      field: v.exactOptional(v.literal(true)),
    }),
  ),
  /** The scripts and styles that every page of this app loads first. */
  entry: chunk,
  /** The additional scripts and styles of each page, by chunk name. */
  pages: v.record(moduleName, chunk),
  files: v.pipe(
    v.record(fileName, file),
    v.check((files) => haveDistinctPaths(Object.keys(files))),
  ),
  /** The hash of `server.cjs`. */
  serverHash: sha256Hex,
  /** The versions of shared modules: exact ones if the shell provides them, ranges if a remote needs them. */
  shared: v.record(moduleName, range),
  /** The exports of the router facade, `@site/shared/router`, that the shell provides or a remote uses. */
  router: v.array(matching(/^[\w$]{1,100}$/, 'is not an export name')),
});
export type BuildDescription = v.InferOutput<typeof buildDescription>;

/** The version of a build: the hash of everything else in its `build.json`, which names each file's hash. */
export function versionOf({
  version: _,
  ...content
}: Omit<BuildDescription, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
