import { messageOf } from '@site/backend/messageOf';
import type { ReadBackend } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';

/**
 * What a backend was asked, and what it answered: by address, the SHA-256 in hex of the answer's body, or of the status
 * that it refused with. `NO_ANSWER` where it gave none.
 */
export type Answers = Record<string, string>;

/** Stands for the answer of a backend that gave none. */
export const NO_ANSWER = sha256('no answer');

/** How long one answer of the backend may take. Milliseconds. */
const ANSWER_LIMIT = 10_000;

/**
 * Makes the reading of one moment: each thing is asked of the backend once, and everybody gets the same answer.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`; nothing is asked but what is below its API
 * @returns reads it, or throws BackendError; and what it has been asked so far
 */
export function openReading(backendUrl: string): { read: ReadBackend; answers: Answers } {
  const asked = new Map<string, Promise<Record<string, unknown>>>();
  const answers: Answers = {};
  async function ask(url: string): Promise<Record<string, unknown>> {
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
        `${path} cannot be read: name a path below the API, such as /collections/<name>/records.`,
      );
    const answer = asked.get(url) ?? ask(url);
    asked.set(url, answer);
    return answer;
  }
  return { read, answers };
}

/** Whether an address is one of a backend's API. */
export function isBelow(backendUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(new URL(`${backendUrl}/api/`).href);
}

/** What a backend answers, whatever the status, with the hash that `Answers` has of it. */
interface Answer {
  ok: boolean;
  status: number;
  body: string;
  hash: string;
}

/**
 * Asks a backend one thing.
 *
 * @throws BackendError if it gives no answer
 */
export async function askBackend(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const { ok, status } = response;
    const body = await response.text();
    // The words of a refusal may differ each time.
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
  const message = `${url} cannot be read: ${messageOf(cause)}. See whether PocketBase runs there.`;
  return new BackendError(message, undefined, { cause });
}

/** What is likely to be wrong if the backend refuses an answer, and what to do about it. */
function adviceOn(url: string, status: number): string {
  const [, collection, record] = /\/api\/collections\/([^/?]+)\/records(\/[^?]+)?/.exec(url) ?? [];
  if (status >= 500) return 'See what PocketBase logs.';
  if (!collection) return 'See whether PocketBase runs there, and whether it has this address.';
  if (status === 401 || status === 403)
    return `Visitors may not read the collection \`${collection}\`: give it a rule that lets them, in a migration.`;
  if (status === 404 && record) return `The collection \`${collection}\` has no such record for visitors.`;
  if (status === 404) return `There is no collection \`${collection}\`: run its migration first.`;
  return `Compare the query with the fields of the collection \`${collection}\`.`;
}
