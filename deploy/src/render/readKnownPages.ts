import type { KnownPage, ReadBackend, RemoteServerModule } from '@site/shared/remote';
import { BackendError } from './BackendError';
import { loadBundles } from './loadBundles';
import type { RenderableApp } from './loadBundles';

/** Everything that reading needs; plain data, so that it can cross to another process. */
export interface KnownPagesJob {
  /** The shell, and the remotes that are asked. */
  apps: RenderableApp[];
  /** Where PocketBase listens, e.g. `http://127.0.0.1:8090`. */
  backendUrl: string;
}

/** How long one answer of the backend may take. Milliseconds. */
const ANSWER_LIMIT = 10_000;

/**
 * Asks remotes which pages behind their patterns there are.
 *
 * @returns the known pages by app
 * @throws BackendError if the backend cannot be read
 * @throws Error if a remote fails by itself
 */
export async function readKnownPages({
  apps,
  backendUrl,
}: KnownPagesJob): Promise<Record<string, KnownPage[]>> {
  const known: Record<string, KnownPage[]> = {};
  for (const [app, evaluate] of loadBundles(apps).remotes) {
    try {
      known[app] = (await (evaluate() as RemoteServerModule).listKnownPages?.(reading(backendUrl))) ?? [];
    } catch (cause) {
      if (cause instanceof BackendError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${app} cannot say which pages it has: ${reason}. Correct its server bundle.`, {
        cause,
      });
    }
  }
  return known;
}

function reading(backendUrl: string): ReadBackend {
  return async (path, query) => {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
      if (!response.ok) throw new Error(`it was answered with status ${response.status}`);
      return (await response.json()) as Record<string, unknown>;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BackendError(`${url} cannot be read: ${reason}.`, { cause });
    }
  };
}
