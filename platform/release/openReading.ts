import { errorMessage } from '@site/shared/node/errorMessage';
import { readUpTo, type Room } from '@site/shared/node/readUpTo';
import type { ReadBackend } from '@site/shared/contract';
import { queryText } from '@site/shared/api/queryText';
import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';

export interface Answer {
  /**
   * A hash that identifies the answer: the SHA-256 of `text` in hex, the SHA-256 of the status if the backend refused the
   * request, or `NO_ANSWER` if it did not answer.
   */
  hash: string;
  /** The body; absent unless the backend accepted the request and answered with JSON. */
  text?: string;
  /** The names and ids of the collections whose records the body contains, sorted. */
  collections?: string[];
}

/** The backend's answers by address: the path and query under the backend's `/api`. */
export type Answers = Record<string, Answer>;

export const NO_ANSWER = sha256('no answer');

/** How long the backend may take to answer, in milliseconds. */
const ANSWER_LIMIT = 10_000;

/** The maximum total size of the answers to one app's reads, in megabytes. */
const MOST = 64;

/**
 * Prepares to read from the backend. Each address is requested only once, so that all callers get the same answer. The
 * answers may have a total size of up to 64 MB.
 *
 * @param backendUrl PocketBase's address, e.g. `http://127.0.0.1:8090`; only addresses under its API are requested
 * @returns `read`, a function that throws BackendError if a path cannot be read; and `answers`, the answers so far
 */
export function openReading(backendUrl: string): { read: ReadBackend; answers: Answers } {
  const requested = new Map<string, Promise<Record<string, unknown>>>();
  const answers: Answers = {};
  const room = newRoom();
  async function request(address: string): Promise<Record<string, unknown>> {
    answers[address] = { hash: NO_ANSWER };
    const { status, parsed, ...answer } = await askBackend(backendUrl, address, room);
    answers[address] = answer;
    if (parsed) return parsed;
    const url = `${backendUrl}/api${address}`;
    throw new BackendError(`${url} was answered with status ${status}. ${adviceOn(url, status)}`, status);
  }
  async function read(...[path, query]: Parameters<ReadBackend>): ReturnType<ReadBackend> {
    const search = queryText(query);
    const address = path + (search && `?${search}`);
    if (!isBelow(backendUrl, `${backendUrl}/api${address}`))
      throw new Error(
        `${path} cannot be read: name a path below the API, such as /collections/<collection>/records.`,
      );
    const answer = requested.get(address) ?? request(address);
    requested.set(address, answer);
    return answer;
  }
  return { read, answers };
}

/** Whether a URL is under a backend's API, after the URL's `..` segments have been resolved. */
export function isBelow(backendUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(new URL(`${backendUrl}/api/`).href);
}

interface AskedAnswer extends Answer {
  status: number;
  /** Absent if the backend refused the request. */
  parsed?: Record<string, unknown>;
}

const newRoom = (): Room => ({ bytes: MOST * 1024 * 1024 });

/**
 * Requests an address under a backend's API, without following redirects.
 *
 * @param room how many bytes may still be received, 64 MB by default. The size of the answer is subtracted from it
 * @throws BackendError if the backend does not answer, or if its answer is not JSON or exceeds `room`
 */
export async function askBackend(
  backendUrl: string,
  address: string,
  room: Room = newRoom(),
  headers: Record<string, string> = {},
): Promise<AskedAnswer> {
  const url = `${backendUrl}/api${address}`;
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT),
    });
    const { ok, status } = response;
    if (!ok) {
      await response.body?.cancel();
      // The body of a refusal may differ each time, so only the status is hashed.
      return { status, hash: sha256(`status ${status}`) };
    }
    const received = (await readUpTo(response, room)).toString();
    const text = hasFields(address) ? JSON.stringify(inOrder(JSON.parse(received))) : received;
    const parsed = JSON.parse(text) as Record<string, unknown>;
    return { status, hash: sha256(text), text, parsed, collections: [...collectionsIn(parsed)].sort() };
  } catch (cause) {
    if (cause instanceof RangeError) {
      const why = `The answers to one app are longer than ${MOST} MB together. Read fewer records, or fewer fields of them.`;
      throw new BackendError(`${url} cannot be read: ${why}`, 200, { cause });
    }
    const message = `${url} cannot be read: ${errorMessage(cause)}. Check that PocketBase is running there.`;
    throw new BackendError(message, undefined, { cause });
  }
}

/**
 * Whether a read has the `fields` parameter. If it has, PocketBase writes the JSON's keys in a random order. They must be
 * sorted; otherwise, each new answer would look like a change.
 */
function hasFields(address: string): boolean {
  return /[?&]fields=/.test(address);
}

function inOrder<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder) as Value;
  const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(parts.map(([name, part]) => [name, inOrder(part)])) as Value;
}

/** Finds the names and ids of collections at every depth, because a record may contain expanded records. */
function collectionsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { collectionId, collectionName } = value as Record<string, unknown>;
  if (typeof collectionId === 'string' && typeof collectionName === 'string')
    found.add(collectionId).add(collectionName);
  for (const part of Object.values(value)) collectionsIn(part, found);
  return found;
}

function adviceOn(url: string, status: number): string {
  if (status >= 300 && status < 400)
    return 'The backend redirects to another address: pass its own address with --backend.';
  const [, collection, record] = /\/api\/collections\/([^/?]+)\/records(\/[^?]+)?/.exec(url) ?? [];
  if (status >= 500) return 'Check the logs of PocketBase.';
  if (!collection) return 'Check that PocketBase is running there, and that it has this address.';
  if (status === 401 || status === 403)
    return `Visitors may not read the collection \`${collection}\`: add a migration with a rule that lets them.`;
  if (status === 404 && record) return `The collection \`${collection}\` has no such record for visitors.`;
  if (status === 404) return `There is no collection \`${collection}\`: run its migration first.`;
  return `Compare the query with the fields of the collection \`${collection}\`.`;
}
