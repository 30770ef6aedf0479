import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listPreviews } from '../release/listPreviews';
import { latestNumber } from '../release/readHistory';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { createSite } from './createSite';
import { failureLog } from './failureLog';
import { previewSource } from './previewSource';
import { FILE_HEADERS, PREVIEW_HEADERS } from './securityHeaders';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

/** How many previews are open at once. */
const OPEN = 20;

/**
 * How often the previews are listed, and how soon again if one is asked for that was not among them. Milliseconds.
 */
const INTERVAL = { list: 60_000, again: 2_000 };

const NONE = 'There is no preview at this address. It may have been removed.\n';

/** The host name of a machine itself: the live site answers it, and previews are below it. */
const THIS_MACHINE = 'localhost';

interface PreviewsOptions {
  /** The host below which each preview has a name of its own, e.g. `previews.example.net`, or `localhost`. */
  host: string;
  /** The store of all previews. */
  previews: Store;
  /** The live site, over which they are laid. */
  live: SiteSource;
  backendUrl?: string | undefined;
  trustedProxies?: readonly string[];
  /** How old the knowledge of a preview's history may be; as `storeSource` has it if it is not given. Milliseconds. */
  look?: number | undefined;
  interval?: { list: number; again: number };
}

/**
 * Has a site answer below the preview host, too: each preview as a site of its own, by the name in `Host` alone. A name
 * that no preview has is answered 404, never with the live site. To be called before the site listens.
 *
 * @param site answers all other names; closing it closes the previews
 */
export function servePreviews(site: FastifyInstance, options: PreviewsOptions): void {
  const { host, previews, interval = INTERVAL } = options;
  const failures = failureLog();
  const isThere = nameList(previews, interval);
  const open = new LRUCache<string, Promise<FastifyInstance | undefined>>({
    max: OPEN,
    dispose: (opening) => void opening.then((opened) => opened?.close()).catch(() => undefined),
  });
  site.addHook('onClose', () => {
    failures.close();
    open.clear();
  });

  async function find(label: string): Promise<FastifyInstance | undefined> {
    if (!(await isThere(label))) {
      open.delete(label);
      return undefined;
    }
    const known = open.get(label);
    if (known) return known;
    const opening = openPreview(label, options);
    open.set(label, opening);
    const opened = await opening.catch((error: unknown) => {
      open.delete(label);
      throw error;
    });
    if (!opened) open.delete(label);
    return opened;
  }

  // By whatever way it comes here.
  site.addHook('onRequest', (request, reply, done) => {
    if (labelIn(request.headers.host, host) === undefined) done();
    else void reply.code(404).headers(PREVIEW_HEADERS).send(NONE);
  });
  const [answerLive] = site.server.listeners('request') as RequestListener[];
  if (!answerLive) throw new Error('The site has no server of its own.');
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
        failures.tell(error);
        refuse(response, 500, 'The preview cannot be shown now.\n');
      },
    );
  });
}

/**
 * What stands before the preview host in a `Host` header; the empty text if that is the preview host itself.
 *
 * @returns undefined if the live site is asked
 */
function labelIn(header = '', host: string): string | undefined {
  const name = header.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '');
  if (name.endsWith(`.${host}`)) return name.slice(0, -host.length - 1);
  return name === host && host !== THIS_MACHINE ? '' : undefined;
}

/** @returns tells whether there is a preview of a label */
function nameList(previews: Store, { list, again }: { list: number; again: number }) {
  let labels: ReadonlySet<string> = new Set();
  let listedAt = -Infinity;
  let listing: Promise<void> | undefined;
  return async (label: string): Promise<boolean> => {
    // By a clock that cannot be set.
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

/** @returns undefined if it has been removed, or is not made yet */
async function openPreview(label: string, options: PreviewsOptions): Promise<FastifyInstance | undefined> {
  const { previews, live, look, backendUrl, trustedProxies } = options;
  const store = folderStore(previews, label);
  if ((await latestNumber(store)) === 0) return undefined;
  const source = previewSource(live, storeSource(store, { ...(look !== undefined && { look }) }));
  const site = await createSite(source, {
    backendUrl,
    ...(trustedProxies && { trustedProxies }),
    isPreview: true,
  });
  await site.ready();
  return site;
}

function refuse(response: ServerResponse, status: number, words: string): void {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...FILE_HEADERS, ...PREVIEW_HEADERS, ...headers }).end(words);
}
