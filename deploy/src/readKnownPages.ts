import type { KnownPage, ReadBackend, RemoteServerModule } from '@site/shared/remote';
import { loadBundles } from './loadBundles';
import type { RenderableApp } from './loadBundles';

/** Everything that reading needs; plain data, so that it can cross to another process. */
export interface KnownPagesJob {
  apps: RenderableApp[];
  /** Where PocketBase listens, e.g. `http://127.0.0.1:8090`. */
  backendUrl: string;
}

/** How long one answer of the backend may take. Milliseconds. */
const ANSWER_LIMIT = 10_000;

/**
 * Asks every remote which pages behind its patterns there are.
 *
 * @returns the known pages by app
 * @throws Error if the backend cannot be read
 */
export async function readKnownPages({
  apps,
  backendUrl,
}: KnownPagesJob): Promise<Record<string, KnownPage[]>> {
  const known: Record<string, KnownPage[]> = {};
  for (const [app, evaluate] of loadBundles(apps).remotes) {
    const pages = await (evaluate() as RemoteServerModule).listKnownPages?.(reading(backendUrl));
    if (pages) known[app] = pages;
  }
  return known;
}

function reading(backendUrl: string): ReadBackend {
  return async (path, query) => {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!response.ok) throw new Error(`${url} was answered with status ${response.status}.`);
    return (await response.json()) as Record<string, unknown>;
  };
}
