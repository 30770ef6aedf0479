import { createServer, type Server, type ServerResponse } from 'node:http';
import { errorMessage } from '@site/shared/node/errorMessage';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listPreviews } from '../release/listPreviews';
import { logOnce } from '@site/shared/node/logOnce';
import { listNumbers } from '../release/readReleases';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { draftIn } from '../drafts/draftLabel';
import { draftHeaders } from '../drafts/draftHeaders';
import { createSite, LIMITS, type SiteOptions } from './createSite';
import { FILE_HEADERS, PREVIEW_HEADERS } from './securityHeaders';
import { storeSource } from './storeSource';

/** The maximum number of previews that are open at the same time. */
const OPEN = 20;

/**
 * The maximum age of the list of previews, in milliseconds: `again` applies to requests for a preview that is not in the
 * list, `list` to all other requests.
 */
const INTERVAL = { list: 60_000, again: 2_000 };

const NONE = 'There is no preview at this address. It may have been removed.\n';

interface PreviewsOptions extends Pick<SiteOptions, 'backendUrl' | 'trustedProxies' | 'log'> {
  /** The host name whose subdomains are the previews, e.g. `previews.example.net` or `localhost`. */
  host: string;
  previews: Store;
  /** The store of drafts, and the key for reading drafts' files from PocketBase. */
  drafts?: { store: Store; key: string } | undefined;
  liveOrigin: string;
  /** The live site's store. It has the copies of pictures, and the builds that drafts use. */
  live: Store;
  /** How long the number of a preview's newest release is cached, in milliseconds. The default is that of `storeSource`. */
  look?: number | undefined;
  interval?: { list: number; again: number };
}

/**
 * Creates the server for all previews. Each preview is a separate site with its own subdomain of the preview host, and is
 * selected by the `Host` header alone. Requests to any other host get a 404. The server does not listen yet.
 */
export function servePreviews(options: PreviewsOptions): { server: Server; close: () => Promise<void> } {
  const { host, previews, drafts, interval = INTERVAL, log = console.error } = options;
  const once = logOnce(log);
  const findStore = previewLookup(drafts ? [previews, drafts.store] : [previews], interval);
  const close = (opening: Promise<FastifyInstance | undefined>) =>
    opening.then((opened) => opened?.close()).catch(() => undefined);
  const open = new LRUCache<string, Promise<FastifyInstance | undefined>>({
    max: OPEN,
    dispose: (opening) => void close(opening),
  });

  async function find(label: string): Promise<FastifyInstance | undefined> {
    const store = await findStore(label);
    if (!store) {
      open.delete(label);
      return undefined;
    }
    const known = open.get(label);
    if (known) return known;
    const opening = openPreview(label, folderStore(store, label), options);
    open.set(label, opening);
    const opened = await opening.catch((error: unknown) => {
      open.delete(label);
      throw error;
    });
    if (!opened) open.delete(label);
    return opened;
  }

  const server = createServer(LIMITS.http, (request, response) => {
    find(labelIn(request.headers.host, host)).then(
      (preview) => {
        if (preview) preview.server.emit('request', request, response);
        else sendText(response, 404, NONE);
      },
      (error: unknown) => {
        once.log(errorMessage(error));
        sendText(response, 500, 'The preview cannot be shown now.\n');
      },
    );
  });
  server.keepAliveTimeout = LIMITS.keepAlive;
  server.setTimeout(LIMITS.idle);
  return {
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await Promise.all([...open.values()].map(close));
    },
  };
}

/** Returns the preview's label, or an empty string if the `Host` header names no subdomain of the preview host. */
function labelIn(header = '', host: string): string {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '');
  return name.endsWith(`.${host}`) ? name.slice(0, -host.length - 1) : '';
}

function previewLookup(stores: Store[], { list, again }: { list: number; again: number }) {
  let labels: ReadonlyMap<string, Store> = new Map();
  let listedAt = -Infinity;
  let listing: Promise<void> | undefined;
  const listAll = async () => {
    const found = new Map<string, Store>();
    for (const store of stores) for (const label of await listPreviews(store)) found.set(label, store);
    return found;
  };
  return async (label: string): Promise<Store | undefined> => {
    const age = performance.now() - listedAt;
    if (age > list || (age > again && !labels.has(label))) {
      listing ??= listAll()
        .then((found) => void (labels = found))
        .finally(() => {
          listedAt = performance.now();
          listing = undefined;
        });
      await listing;
    }
    return labels.get(label);
  };
}

/** @returns undefined if the preview has been removed or is not complete yet */
async function openPreview(
  label: string,
  store: Store,
  { drafts, live, liveOrigin, look, backendUrl, trustedProxies, log }: PreviewsOptions,
): Promise<FastifyInstance | undefined> {
  if ((await listNumbers(store)).length === 0) return undefined;
  const id = draftIn(label);
  const source = storeSource(store, { ...(look !== undefined && { look }) });
  const site = await createSite(
    {
      ...source,
      // A preview's store lacks the copies of pictures. A draft's store also lacks the builds. The live store has both.
      read: async (key) =>
        (await source.read(key)) ?? (key.startsWith('assets/') ? live.read(key) : undefined),
    },
    {
      backendUrl,
      ...(trustedProxies && { trustedProxies }),
      ...(log && { log }),
      preview: {
        liveOrigin,
        ...(id !== undefined && drafts && { fileHeaders: draftHeaders(drafts.key, id) }),
      },
    },
  );
  await site.ready();
  return site;
}

function sendText(response: ServerResponse, status: number, message: string): void {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...FILE_HEADERS, ...PREVIEW_HEADERS, ...headers }).end(message);
}
