import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import type { Store } from '../store/Store';

export interface RunningServer {
  /** The server's address, without a trailing slash. */
  origin: string;
  stop: () => Promise<unknown>;
}

/** Serves a store on a free port. Each response comes from the release that is live at that moment. */
export async function startSiteServer(
  store: Store,
  backendUrl?: string,
  trustedProxies: string[] = [],
): Promise<RunningServer> {
  const app = await createSite(storeSource(store, { look: 0 }), { backendUrl, trustedProxies });
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
}
