import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { directoryStore } from '../store/directoryStore';

export interface RunningServer {
  /** Without a trailing slash. */
  origin: string;
  stop: () => Promise<unknown>;
}

/** Serves a directory store on a free port; what becomes live is seen by the very next request. */
export async function startSiteServer(
  directory: string,
  backendUrl?: string,
  trustedProxies: string[] = [],
): Promise<RunningServer> {
  const source = storeSource(directoryStore(directory), { look: 0 });
  const app = await createSite(source, { backendUrl, trustedProxies });
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
}
