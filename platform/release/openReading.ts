import { messageOf } from '@site/shared/node/messageOf';
import type { ReadBackend } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';

/**
 * Hashes of the backend's answers, by address. A hash is the SHA-256, in hex, of the answer's body or, if the backend
 * refused the request, of the status. If there is no answer, the hash is `NO_ANSWER`.
 */
export type Answers = Record<string, string>;

/** Takes the place of the hash if the backend gave no answer. */
export const NO_ANSWER = sha256('no answer');

/** How long the backend may take to answer, in milliseconds. */
const ANSWER_LIMIT = 10_000;

/**
 * Reads the backend consistently: each address is requested once, and all callers get the same answer.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`; only addresses below its API are requested
 * @returns the function `read`, which throws BackendError if a path cannot be read; and the hashes of the answers so
 *   far
 */
export function openReading(backendUrl: string): { read: ReadBackend; answers: Answers } {
  const requested = new Map<string, Promise<Record<string, unknown>>>();
  const answers: Answers = {};
  async function request(url: string): Promise<Record<string, unknown>> {
    answers[url] = NO_ANSWER;
    const { ok, status, body, hash } = await askBackend(url);
    answers[url] = hash;
    if (!ok)
      throw new BackendError(`${url} was answered with status ${status}. ${adviceOn(url, status)}`, status);
    return parse(url, body);
  }
  async function read(...[path, query]: Parameters<ReadBackend>): ReturnType<ReadBackend> {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    if (!isBelow(backendUrl, url))
      throw new Error(
        `${path} cannot be read: name a path below the API, such as /collections/<collection>/records.`,
      );
    const answer = requested.get(url) ?? request(url);
    requested.set(url, answer);
    return answer;
  }
  return { read, answers };
}

/** Whether an address is below the API of a backend. */
export function isBelow(backendUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(new URL(`${backendUrl}/api/`).href);
}

/** The backend's answer, whatever its status, and the answer's hash. */
interface Answer {
  ok: boolean;
  status: number;
  body: string;
  hash: string;
}

/**
 * Requests an address of a backend.
 *
 * @throws BackendError if there is no answer
 */
export async function askBackend(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const { ok, status } = response;
    const body = await response.text();
    // The body of a refusal may differ each time.
    return { ok, status, body, hash: sha256(ok ? body : `status ${status}`) };
  } catch (cause) {
    throw unreadable(url, cause);
  }
}

function parse(url: string, body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch (cause) {
    throw unreadable(url, cause);
  }
}

function unreadable(url: string, cause: unknown): BackendError {
  const message = `${url} cannot be read: ${messageOf(cause)}. Check that PocketBase is running there.`;
  return new BackendError(message, undefined, { cause });
}

/** The probable reason why the backend refused, and the remedy. */
function adviceOn(url: string, status: number): string {
  const [, collection, record] = /\/api\/collections\/([^/?]+)\/records(\/[^?]+)?/.exec(url) ?? [];
  if (status >= 500) return 'Check the logs of PocketBase.';
  if (!collection) return 'Check that PocketBase is running there, and that it has this address.';
  if (status === 401 || status === 403)
    return `Visitors may not read the collection \`${collection}\`: add a migration with a rule that lets them.`;
  if (status === 404 && record) return `The collection \`${collection}\` has no such record for visitors.`;
  if (status === 404) return `There is no collection \`${collection}\`: run its migration first.`;
  return `Compare the query with the fields of the collection \`${collection}\`.`;
}
