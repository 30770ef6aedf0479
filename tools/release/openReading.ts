import { messageOf } from '@site/backend/messageOf';
import type { ReadBackend } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';

/** What a backend was asked, and what it answered: by address, the SHA-256 of the answer's body, hex. */
export type Answers = Record<string, string>;

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
    const { hash, content } = await askBackend(url);
    answers[url] = hash;
    return content;
  }
  async function read(...[path, query]: Parameters<ReadBackend>): ReturnType<ReadBackend> {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    if (!isBelow(backendUrl, url))
      throw new Error(
        `${path} cannot be read: name a path below the API, such as /collections/<collection>/records.`,
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

/**
 * Asks a backend one thing.
 *
 * @returns what it answers, and the SHA-256 of the answer's body, hex
 * @throws BackendError if it cannot be read
 */
export async function askBackend(url: string): Promise<{ hash: string; content: Record<string, unknown> }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!response.ok) throw new Error(`it was answered with status ${response.status}`);
    const body = await response.text();
    return { hash: sha256(body), content: JSON.parse(body) as Record<string, unknown> };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new BackendError(`${url} cannot be read: ${reason}. See whether PocketBase runs there.`, { cause });
  }
}
