import * as v from 'valibot';
import { areApart } from '../build/Artifact';
import { describeIssue } from '../build/describeIssue';
import { sha256 } from '../build/sha256';
import { parseJson } from '../store/parseArtifact';
import type { Store } from '../store/Store';
import { release, RELEASE_ID, type Release } from './Release';

/** Where the manifest of a release is. */
export function releaseKey(id: string): string {
  return `releases/${id}.json`;
}

/** Where data is stored by its content. */
export function dataKey(hash: string): string {
  return `data/${hash}.json`;
}

/** A release or a build of which something is missing or altered. */
export class IntegrityError extends Error {}

/**
 * Reads a release; undefined if there is none of that id, or no longer.
 *
 * @throws IntegrityError, without a full stop, if its manifest is damaged
 */
export async function findRelease(store: Store, id: string): Promise<Release | undefined> {
  const content = await store.read(releaseKey(id));
  return content && parseRelease(id, content);
}

/**
 * Reads a release that the caller can do without.
 *
 * @param tell told what to do about a damaged one
 * @returns undefined if there is none, or if its manifest is damaged
 */
export async function findIntact(
  store: Store,
  id: string,
  tell: (line: string) => void = () => undefined,
): Promise<Release | undefined> {
  try {
    return await findRelease(store, id);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    tell(
      `${error.message}. It cannot be made live: take another release (npm run deploy -- releases), or put the file back.`,
    );
    return undefined;
  }
}

/**
 * Reads a release that somebody has named.
 *
 * @throws Error if there is none of that id, or no longer, or if its manifest is damaged
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  let damage: string | undefined;
  const release = RELEASE_ID.test(id) ? await findIntact(store, id, (line) => (damage = line)) : undefined;
  if (release) return release;
  throw new Error(
    damage ??
      `There is no release ${id}, or it has been removed. See which there are: npm run deploy -- releases.`,
  );
}

/** The ids of the releases that have a manifest, newest first. */
export async function listIds(store: Store): Promise<string[]> {
  const names = await store.list('releases/');
  return names
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id, index) => names[index] === `${id}.json` && RELEASE_ID.test(id))
    .sort()
    .reverse();
}

/**
 * The data of a page, as JSON, by its hash.
 *
 * @throws Error that says what to do if it is missing in the store, or altered
 */
export async function readData(store: Store, hash: string): Promise<string> {
  const key = dataKey(hash);
  const stored = await store.read(key);
  const advice = 'Make it again: npm run deploy -- --repair --backend <backend-url>';
  if (!stored) throw new Error(`${key} is missing in the store. ${advice}`);
  if (sha256(stored) !== hash) throw new Error(`${key} has been altered in the store. ${advice}`);
  return stored.toString();
}

/**
 * Reads the manifest of a release, and checks that it is one before anything is done by its words.
 *
 * @param id the id that its key names
 * @throws IntegrityError, without a full stop, if it says anything that no deployment writes, or contradicts
 *   itself
 */
export function parseRelease(id: string, content: Buffer): Release {
  const refuse = (problem: string, options?: ErrorOptions) =>
    new IntegrityError(`${releaseKey(id)} is no manifest: ${problem}`, options);
  let said: unknown;
  try {
    said = parseJson(content);
  } catch (cause) {
    throw refuse('it is no JSON, or not one of ours', { cause });
  }
  const { success, issues } = v.safeParse(release, said, { abortEarly: true });
  if (!success) throw refuse(describeIssue(issues[0]));
  // As it was written: the schema's own output has another order.
  const parsed = said as Release;
  const problem = contradictionIn(id, parsed);
  if (problem) throw refuse(problem);
  return parsed;
}

function contradictionIn(id: string, release: Release) {
  const { id: said, apps, builds, pages, failed = {}, unread = [], files } = release;
  if (!RELEASE_ID.test(id) || said !== id) return 'its id is another one';
  const made = [...Object.values(pages), ...Object.values(failed)];
  const named = [...Object.keys(builds ?? {}), ...unread, ...made.map(({ app }) => app)];
  const unknown = named.find((app) => !Object.hasOwn(apps, app));
  if (unknown !== undefined) return `${unknown} is none of its apps`;
  const names = [...Object.keys(pages), ...Object.keys(files)];
  const isClear = new Set(names).size === names.length && areApart(names);
  return isClear ? undefined : 'two of its files are in the same place';
}
