import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { haveDistinctPaths } from '../build/Artifact';
import { describeIssue } from '../build/describeIssue';
import { hasHash } from '../store/compress';
import { parseJson } from '../store/parseArtifact';
import type { Store } from '../store/Store';
import { release, RELEASE_ID, type Release } from './Release';

/** The key of a release's manifest. */
export function releaseKey(id: string): string {
  return `releases/${id}.json`;
}

/** The key of the data with this hash, the SHA-256 of its text. Data is stored compressed, and only so. */
export function dataKey(hash: string): string {
  return `data/${hash}.json.gz`;
}

/** Thrown if part of a release or a build is missing or altered. */
export class IntegrityError extends Error {}

/**
 * Reads a release; undefined if it does not exist or has been removed.
 *
 * @throws IntegrityError if its manifest is damaged; the message has no full stop
 */
export async function findRelease(store: Store, id: string): Promise<Release | undefined> {
  const content = await store.read(releaseKey(id));
  return content && parseRelease(id, content);
}

/**
 * Reads a release that the caller can do without.
 *
 * @param warn receives the problem and the remedy if the manifest is damaged
 * @returns undefined if the release does not exist, or if its manifest is damaged
 */
export async function findIntact(
  store: Store,
  id: string,
  warn: (line: string) => void = () => undefined,
): Promise<Release | undefined> {
  try {
    return await findRelease(store, id);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    warn(
      `${error.message}. This release cannot be made live: choose another release (npm run deploy -- releases), or restore the file.`,
    );
    return undefined;
  }
}

/**
 * Reads a release that the operator named.
 *
 * @throws Error if it does not exist, has been removed, or has a damaged manifest
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  let damage: string | undefined;
  const release = RELEASE_ID.test(id) ? await findIntact(store, id, (line) => (damage = line)) : undefined;
  if (release) return release;
  throw new Error(
    damage ??
      `There is no release ${id}, or it has been removed. List the releases: npm run deploy -- releases.`,
  );
}

/** The ids of the releases that have a manifest, newest first. */
export async function listIds(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for (const name of await store.list('releases/')) {
    const id = name.replace(/\.json$/, '');
    if (id !== name && RELEASE_ID.test(id)) ids.push(id);
  }
  return ids.sort().reverse();
}

/**
 * Reads the data of a page, as JSON, by its hash.
 *
 * @throws Error that says what to do if the data is missing or altered
 */
export async function readData(store: Store, hash: string): Promise<string> {
  const key = dataKey(hash);
  const stored = await store.read(key);
  const advice = 'Make it again: npm run deploy -- --repair --backend <backend-url>';
  if (!stored) throw new Error(`${key} is missing from the store. ${advice}`);
  if (!hasHash(key, stored, hash)) throw new Error(`${key} has been altered in the store. ${advice}`);
  return gunzipSync(stored).toString();
}

/**
 * Parses and validates the manifest of a release.
 *
 * @param id the id in its key
 * @throws IntegrityError if the manifest is invalid or contradicts itself; the message has no full stop
 */
export function parseRelease(id: string, content: Buffer): Release {
  const refuse = (problem: string, options?: ErrorOptions) =>
    new IntegrityError(`${releaseKey(id)} is not a valid manifest: ${problem}`, options);
  let parsed: unknown;
  try {
    parsed = parseJson(content);
  } catch (cause) {
    throw refuse('it is not JSON, or has a prototype key', { cause });
  }
  const { success, issues } = v.safeParse(release, parsed, { abortEarly: true });
  if (!success) throw refuse(describeIssue(issues[0]));
  // The schema's output lacks fields of later versions, and has its fields in another order.
  const manifest = parsed as Release;
  const problem = contradictionIn(id, manifest);
  if (problem) throw refuse(problem);
  return manifest;
}

function contradictionIn(id: string, release: Release): string | undefined {
  const { apps, builds, answers, forms, pages, failed = {}, unread = [], files } = release;
  if (!RELEASE_ID.test(id) || release.id !== id) return 'its id differs from its file name';
  const made = [...Object.values(pages), ...Object.values(failed)];
  const readers = Object.values(answers).flatMap(({ by }) => by);
  const others = [...Object.keys(builds ?? {}), ...Object.keys(forms), ...readers, ...unread];
  const named = [...others, ...made.map(({ app }) => app)];
  const unknown = named.find((app) => !Object.hasOwn(apps, app));
  if (unknown !== undefined) return `${unknown} is not one of its apps`;
  const names = [...Object.keys(pages), ...Object.keys(files)];
  const areDistinct = new Set(names).size === names.length && haveDistinctPaths(names);
  return areDistinct ? undefined : 'two of its files have the same path';
}
