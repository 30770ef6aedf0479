import { once } from 'node:events';
import type { TestBackend } from '@site/backend/testing/startTestBackend';
import { servePreviews } from '@site/platform';
import { watchDrafts } from '@site/platform/drafts/watchDrafts';
import { memoryStore } from '@site/platform/testing/memoryStore';
import type { RunningSite } from '../browser/startSite';

/**
 * Serves previews of a backend's drafts in addition to the site, as `npm start` does.
 *
 * @param key the key that gives access to drafts
 * @param port the port for the previews, which are at subdomains of `localhost`
 * @returns a function that stops the previews
 */
export async function showDrafts(
  site: RunningSite,
  { url: backendUrl }: TestBackend,
  key: string,
  port: number,
): Promise<() => Promise<void>> {
  const drafts = memoryStore();
  const stop = watchDrafts({ store: site.store, backendUrl, drafts, key, log: () => undefined });
  const { server, close } = servePreviews({
    ...{ host: 'localhost', previews: site.previews, drafts: { store: drafts, key }, live: site.store },
    ...{ liveOrigin: site.url, backendUrl, look: 0, interval: { list: 100, again: 100 } },
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    await stop();
    await close();
  };
}
