import type { Budgets, BuildSource } from '@site/shared/contract';
// Imports a single file from semver, because loading the whole package takes longer than rendering a page.
import validRange from 'semver/ranges/valid.js';
import * as v from 'valibot';
import { sha256 } from './sha256';

/** The file name of a remote's Module Federation manifest, which other hosts and browser devtools read. */
export const MANIFEST = 'mf-manifest.json';

/**
 * The file name of a build's source maps, which are stored next to its server bundle. Browsers never load them, and they
 * do not affect the build's version.
 */
export const MAPS = 'maps.json.gz';

/** The name of the shell's script that reports a page's vitals and errors. Pages load it when the browser is idle. */
export const FIELD_SCRIPT = 'field.js';

/**
 * The name of the webpack entry for the style sheet that the shell offers to other sites. The build writes the style sheet
 * to `shell.foreignHosts.css`.
 */
export const FOREIGN_HOSTS = 'foreignHosts';

// The schemas in this file validate untrusted descriptions. A name from a description must be validated before it is used,
// for example as a path.

const matching = (pattern: RegExp, problem: string) => v.pipe(v.string(), v.regex(pattern, problem));

export const nameOfApp = matching(/^[a-z][\w-]{0,63}$/, 'is not an app name');
export const version = matching(/^[\da-f]{16}$/, 'is not a build version');
export const sha256Hex = matching(/^[\da-f]{64}$/, 'is not a SHA-256 hash');
export const integrity = matching(/^sha256-[A-Za-z\d+/]{43}=$/, 'is not a SHA-256 integrity hash');
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'is not a time');
const remoteName = matching(/^[A-Za-z][\w-]{0,63}$/, 'is not a remote name');

/** A relative path that every store can hold, even after a suffix for an encoding or a temporary file is appended. */
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
 * The maximum length of a path segment, in bytes. File systems allow 255 bytes, including the suffixes of encodings
 * (`.br`) and of temporary files.
 */
const SEGMENT_LIMIT = 210;

function isFileName(name: string): boolean {
  const isSegment = (segment: string) =>
    !['', '.', '..'].includes(segment) && Buffer.byteLength(segment) <= SEGMENT_LIMIT;
  return name.length <= 500 && !/[\\\p{C}\p{Zl}\p{Zp}]/u.test(name) && name.split('/').every(isSegment);
}

/**
 * Whether files with the given names can all be stored in one directory, compressed (`.br`, `.gz`) and uncompressed. They
 * cannot if a file would have the same path as a folder.
 */
export function haveDistinctPaths(names: string[]): boolean {
  const folders = new Set(
    names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))),
  );
  return names.every((name) => ['', '.br', '.gz'].every((form) => !folders.has(name + form)));
}

/** The origin of a build. The commit is passed to git as an argument, so only a full hash is accepted. */
export const source = v.object({
  commit: v.exactOptional(matching(/^(?:[\da-f]{40}|[\da-f]{64})$/, 'is not a commit hash')),
  clean: v.exactOptional(v.boolean()),
  builtAt: time,
  node: matching(/^v\d[\w.+-]{0,63}$/, 'is not a Node version'),
}) satisfies v.GenericSchema<unknown, BuildSource>;

/** The name of a collection in the backend. PocketBase's own collections, whose names begin with `_`, are refused. */
export const collection = matching(/^(?!_)\w{1,100}$/, 'is not the name of a collection');

/** The scripts and style sheets that a page or an entry needs, in load order. */
const chunk = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });
export type BuildChunk = v.InferOutput<typeof chunk>;

/** A file that browsers may load. `bytes` is its uncompressed size. */
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

export const ownBudgets = v.object({
  scripts: v.exactOptional(bytes),
  styles: v.exactOptional(bytes),
}) satisfies v.GenericSchema<unknown, Budgets>;

/**
 * The description that a build writes as `build.json`: everything that a deployment knows about an app. File names
 * are relative to the build's `browser/` folder.
 */
export const buildDescription = v.object({
  app: nameOfApp,
  version,
  mode: v.picklist(['production', 'development']),
  /** The settings from `remote.config.ts`; absent for the shell. */
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
  serverHash: sha256Hex,
  /** The versions of shared modules: the exact versions that the shell provides, or the ranges that a remote requires. */
  shared: v.record(moduleName, range),
  /** Exports of the router facade, `@site/shared/router`: those that the shell provides, or those that a remote uses. */
  router: v.array(matching(/^[\w$]{1,100}$/, 'is not an export name')),
});
export type BuildDescription = v.InferOutput<typeof buildDescription>;

/** Computes the version of a build: a hash of everything else in its `build.json`, including the integrity of each file. */
export function computeVersion({
  version: _,
  ...content
}: Omit<BuildDescription, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
