import { messageOf } from '@site/backend/messageOf';
import type { ReadBackend } from '@site/shared/remote';

/** The backend could not be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
}

/** How long one answer of the backend may take. Milliseconds. */
const ANSWER_LIMIT = 10_000;

/**
 * Makes the reading of one moment: each thing is asked of the backend once, and everybody gets the same answer.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`
 * @returns reads; throws BackendError if the backend cannot be read
 */
export function readBackend(backendUrl: string): ReadBackend {
  const answers = new Map<string, Promise<Record<string, unknown>>>();
  return (path, query) => {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    const answer = answers.get(url) ?? ask(url);
    answers.set(url, answer);
    return answer;
  };
}

async function ask(url: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!response.ok) throw new Error(`it was answered with status ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  } catch (cause) {
    const reason = messageOf(cause);
    throw new BackendError(`${url} cannot be read: ${reason}. See whether PocketBase runs there.`, { cause });
  }
}
