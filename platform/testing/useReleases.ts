import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { storeBuild } from '../store/storeBuild';
import { memoryStore } from './memoryStore';
import { startSiteServer, type RunningServer } from './startSiteServer';
import { recordLive, storeRelease } from './storedRelease';
import { assetsOnly } from './tinyBuild';

export const FIRST = '20261121T101500123Z-1a2b3c4d';
export const SECOND = '20261121T101600456Z-5e6f7a8b';
export const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const BUILD = assetsOnly({ 'main.js': SCRIPT, 'picture.png': 'picture' });
export const ASSET = `/assets/shell/${BUILD.description.version}/main.js`;
export const BUILT_PICTURE = `/assets/shell/${BUILD.description.version}/picture.png`;
export const APPLE_LINKS = '.well-known/apple-app-site-association';
/** The address of the studio remote's manifest. It is the same for all builds of the remote. */
export const MANIFEST_PATH = '/remotes/studio/mf-manifest.json';
/** The address of the live shell's style sheet for other sites. */
export const BASE_STYLES_PATH = '/remotes/base.css';
/** The IP address of a trusted proxy. All other clients use 127.0.0.1. */
export const PROXY = '127.0.0.2';

/** A store with two releases, and a server that serves the store. The first release is live when a test begins. */
export const served = { manifests: new Map<string, Release>() } as {
  store: Store;
  server: RunningServer;
  manifests: Map<string, Release>;
};

let releases = 0;

/**
 * Sets up `served` before the tests in a file. Most pages contain their own file name and their release's id, so that a
 * test can tell which release a page comes from.
 */
export function useReleases(): void {
  beforeAll(async () => {
    const store = (served.store = memoryStore());
    await storeBuild(store, BUILD);
    for (const id of [FIRST, SECOND]) {
      const pages = ['404.html', 'index.html', 'about.html', 'projects/_.404.html'];
      const release = await storeRelease(store, id, {
        ...Object.fromEntries(pages.map((name) => [name, `<p>${name} of ${id}</p>`.padEnd(2000)])),
        'same.html': '<p>The same</p>'.padEnd(2000),
        'robots.txt': `robots of ${id}`,
        [APPLE_LINKS]: '{"applinks":{}}',
        [MANIFEST_PATH.slice(1)]: '{}',
        [BASE_STYLES_PATH.slice(1)]: 'body{margin:0}',
      });
      served.manifests.set(id, release);
    }
    served.server = await startSiteServer(store, undefined, [PROXY]);
  });
  afterAll(() => served.server.stop());
  beforeEach(() => makeLive(FIRST));
}

/** @param more properties that replace those of the release */
export async function makeLive(id: string, more: Partial<Release> = {}): Promise<void> {
  const release = served.manifests.get(id);
  if (release) await recordLive(served.store, (releases += 1), { ...release, ...more });
}

/**
 * Sends a request to the server in `served`. Unlike `fetch`, this function adds no headers such as `Accept-Encoding`.
 *
 * @param target the address in the request line, which is sent unchanged
 * @param from the local address to send the request from
 */
export async function ask(
  target: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
  from = '127.0.0.1',
) {
  const { hostname: host, port } = new URL(served.server.origin);
  const sent = request({ host, port, path: target, headers, method, localAddress: from }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
}
