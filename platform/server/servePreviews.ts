import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listPreviews } from '../release/listPreviews';
import { latestNumber } from '../release/readHistory';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { createSite } from './createSite';
import { failureLog } from './failureLog';
import { openUpstream, type Upstream } from './openUpstream';
import { previewSource } from './previewSource';
import { FILE_HEADERS, PREVIEW_HEADERS } from './securityHeaders';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

/** How many previews are open at the same time. */
const OPEN = 20;

/**
 * The age in milliseconds at which the list of previews is renewed: after `list`, by any request; after `again`, by a request
 * for an unknown preview.
 */
const INTERVAL = { list: 60_000, again: 2_000 };

const NONE = 'There is no preview at this address. It may have been removed.\n';

/** A preview host that itself shows the live site. Only its subdomains are previews. */
const THIS_MACHINE = 'localhost';

interface PreviewsOptions {
  /** The host whose subdomains are the previews, e.g. `previews.example.net` or `localhost`. */
  host: string;
  /** The store of all previews. */
  previews: Store;
  /** The live site, which the previews overlay. */
  live: SiteSource;
  backendUrl?: string | undefined;
  trustedProxies?: readonly string[];
  /** How long a preview's history is cached, in milliseconds. By default as long as in `storeSource`. */
  look?: number | undefined;
  interval?: { list: number; again: number };
}

/**
 * Adds previews to a site's server. Each preview is a site of its own at a subdomain of the preview host. Only the `Host`
 * header selects it. Unknown subdomains return 404, never the live site. Must be called before the site listens.
 *
 * @param site answers all other hosts. Closing the site closes the previews
 */
export function servePreviews(site: FastifyInstance, options: PreviewsOptions): void {
  const { host, previews, backendUrl, interval = INTERVAL } = options;
  const failures = failureLog();
  const upstream = backendUrl
    ? openUpstream(backendUrl, { onFault: (fault) => failures.report(fault) })
    : undefined;
  const exists = previewLookup(previews, interval);
  const open = new LRUCache<string, Promise<FastifyInstance | undefined>>({
    max: OPEN,
    dispose: (opening) => void opening.then((opened) => opened?.close()).catch(() => undefined),
  });
  site.addHook('onClose', async () => {
    open.clear();
    await upstream?.close();
    failures.close();
  });

  async function find(label: string): Promise<FastifyInstance | undefined> {
    if (!(await exists(label))) {
      open.delete(label);
      return undefined;
    }
    const known = open.get(label);
    if (known) return known;
    const opening = openPreview(label, upstream, options);
    open.set(label, opening);
    const opened = await opening.catch((error: unknown) => {
      open.delete(label);
      throw error;
    });
    if (!opened) open.delete(label);
    return opened;
  }

  // Guards the live site against requests that did not pass through the listener below.
  site.addHook('onRequest', (request, reply, done) => {
    if (labelIn(request.headers.host, host) === undefined) done();
    else void reply.code(404).headers(PREVIEW_HEADERS).send(NONE);
  });
  const [answerLive] = site.server.listeners('request') as RequestListener[];
  if (!answerLive) throw new Error('The site has no request listener.');
  site.server.off('request', answerLive);
  site.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const label = labelIn(request.headers.host, host);
    if (label === undefined) {
      answerLive.call(site.server, request, response);
      return;
    }
    find(label).then(
      (preview) => {
        if (preview) preview.server.emit('request', request, response);
        else refuse(response, 404, NONE);
      },
      (error: unknown) => {
        failures.report(error);
        refuse(response, 500, 'The preview cannot be shown now.\n');
      },
    );
  });
}

/**
 * Reads the preview's label from a `Host` header: the part before the preview host.
 *
 * @returns an empty string for the preview host itself, undefined for the live site
 */
function labelIn(header = '', host: string): string | undefined {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '');
  if (name.endsWith(`.${host}`)) return name.slice(0, -host.length - 1);
  return name === host && host !== THIS_MACHINE ? '' : undefined;
}

/** @returns a function that checks whether a label belongs to a preview */
function previewLookup(previews: Store, { list, again }: { list: number; again: number }) {
  let labels: ReadonlySet<string> = new Set();
  let listedAt = -Infinity;
  let listing: Promise<void> | undefined;
  return async (label: string): Promise<boolean> => {
    // A monotonic clock measures the age of the list.
    const age = performance.now() - listedAt;
    if (age > list || (age > again && !labels.has(label))) {
      listing ??= listPreviews(previews)
        .then((found) => void (labels = new Set(found)))
        .finally(() => {
          listedAt = performance.now();
          listing = undefined;
        });
      await listing;
    }
    return labels.has(label);
  };
}

/** @returns undefined if the preview has been removed or is not complete yet */
async function openPreview(
  label: string,
  upstream: Upstream | undefined,
  { previews, live, look, trustedProxies }: PreviewsOptions,
): Promise<FastifyInstance | undefined> {
  const store = folderStore(previews, label);
  if ((await latestNumber(store)) === 0) return undefined;
  const source = previewSource(live, storeSource(store, { ...(look !== undefined && { look }) }));
  const site = await createSite(source, {
    upstream,
    ...(trustedProxies && { trustedProxies }),
    isPreview: true,
  });
  await site.ready();
  return site;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...FILE_HEADERS, ...PREVIEW_HEADERS, ...headers }).end(message);
}
