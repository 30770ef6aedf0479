import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { haveDistinctPaths } from '../build/BuildDescription';
import { describeIssue } from '../build/describeIssue';
import type { Store } from '../store/Store';
import { release, type Release } from './Release';

export const RELEASES = 'releases/';

/** The maximum size of a release's decompressed JSON, in bytes. */
const SIZE_LIMIT = 256 * 1024 * 1024;

/** Thrown if a file in the store is missing or altered. */
export class IntegrityError extends Error {}

export interface NumberedRelease {
  number: number;
  release: Release;
}

export function releaseKey(number: number): string {
  return `${RELEASES}${number}.json.gz`;
}

export function formatRelease(content: Release): Buffer {
  return gzipSync(JSON.stringify(content));
}

/** Lists the numbers of all stored releases, newest first. */
export async function listNumbers(store: Store): Promise<number[]> {
  const numbers: number[] = [];
  for (const name of await store.list(RELEASES)) {
    const number = numberIn(RELEASES + name);
    if (number !== undefined) numbers.push(number);
  }
  return numbers.sort((one, other) => other - one);
}

/** Returns the release number in a key; undefined if the key does not belong to a release. */
export function numberIn(key: string): number | undefined {
  const [, number] = /^releases\/([1-9]\d{0,14})\.json\.gz$/.exec(key) ?? [];
  return number === undefined ? undefined : Number(number);
}

/**
 * Reads the release with the given number.
 *
 * @returns undefined if the store does not have the release
 * @throws IntegrityError if the file is damaged; the message ends without a full stop
 */
export async function readNumber(store: Store, number: number): Promise<Release | undefined> {
  const content = await store.read(releaseKey(number));
  return content && parseRelease(number, content);
}

/**
 * Like `readNumber`, but does not throw if the release's file is damaged.
 *
 * @param warn receives the problem and the remedy if the file is damaged
 * @returns undefined if there is no such release, or if its file is damaged
 */
export async function findIntact(
  store: Store,
  number: number,
  warn: (line: string) => void = () => undefined,
): Promise<Release | undefined> {
  try {
    return await readNumber(store, number);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    warn(`${error.message}. It is skipped: restore the file, or remove it.`);
    return undefined;
  }
}

/**
 * Finds the release that visitors get: the newest one that can be read.
 *
 * @param warn receives a line for each newer release that is damaged
 * @returns `release` and its `number`; and `newest`, the highest number of any stored release. Undefined if nothing has been
 *   deployed
 * @throws IntegrityError if there are releases, but none of them can be read
 */
export async function findLive(
  store: Store,
  warn?: (line: string) => void,
): Promise<(NumberedRelease & { newest: number }) | undefined> {
  const numbers = await listNumbers(store);
  for (const number of numbers) {
    const found = await findIntact(store, number, warn);
    if (found) return { number, newest: numbers[0] ?? number, release: found };
  }
  // If the store no longer lists any of these numbers, the releases have been removed in the meantime.
  if (numbers.length > 0 && (await listNumbers(store)).some((number) => numbers.includes(number)))
    throw new IntegrityError(
      `None of the ${numbers.length} releases in the store can be read. Restore the newest one, ${releaseKey(numbers[0] ?? 1)}.`,
    );
  return undefined;
}

/**
 * Reads the release that visitors get.
 *
 * @returns undefined if nothing has been deployed
 * @throws the same errors as `findLive`
 */
export async function liveRelease(store: Store): Promise<Release | undefined> {
  return (await findLive(store))?.release;
}

/**
 * Parses and validates a release's file.
 *
 * @throws IntegrityError if the file is invalid or contradicts itself; the message ends without a full stop
 */
export function parseRelease(number: number, content: Buffer): Release {
  const refuse = (problem: string, options?: ErrorOptions) =>
    new IntegrityError(`${releaseKey(number)} is not a valid release: ${problem}`, options);
  let parsed: unknown;
  try {
    parsed = JSON.parse(gunzipSync(content, { maxOutputLength: SIZE_LIMIT }).toString());
  } catch (cause) {
    throw refuse('it is not compressed JSON', { cause });
  }
  const { success, issues } = v.safeParse(release, parsed, { abortEarly: true });
  if (!success) throw refuse(describeIssue(issues[0]));
  // Return the parsed JSON itself. The validated copy lacks fields that later versions of this program add, and its fields
  // are in a different order.
  const valid = parsed as Release;
  const problem = contradictionIn(valid);
  if (problem) throw refuse(problem);
  return valid;
}

function contradictionIn(valid: Release): string | undefined {
  const { builds, data, answers, forms, pages, behind = {}, unread = [], files } = valid;
  const made = [...Object.values(pages), ...Object.values(behind)];
  const readers = Object.values(answers).flatMap(({ by }) => by);
  const others = [...Object.keys(data), ...Object.keys(forms), ...readers, ...unread];
  const named = [...others, ...made.map(({ app }) => app)];
  const unknown = named.find((app) => !Object.hasOwn(builds, app));
  if (unknown !== undefined) return `${unknown} is not one of its apps`;
  const names = [...Object.keys(pages), ...Object.keys(files)];
  const areDistinct = new Set(names).size === names.length && haveDistinctPaths(names);
  return areDistinct ? undefined : 'two of its files have the same path';
}
