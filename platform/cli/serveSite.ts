import { errorMessage } from '@site/shared/node/errorMessage';
import type { SiteSource } from '../server/SiteSource';
import { resolveDirectory, isBucket } from '../store/openStore';
import { openStoreAt } from './openStoreAt';
import { openFieldAt } from './openFieldAt';
import { requireBeside } from './openBeside';
import { requireDrafts } from './requireDrafts';
import { readPort } from './readPort';
import { log, repository } from './repository';
import { stopOnSignal } from './stopOnSignal';

/** If previews are in a bucket, the number of a preview's newest release is cached for this many milliseconds. */
const BUCKET_LOOK = 5_000;

interface ServeValues {
  to: string;
  backend?: string;
  trustedProxy: string[];
  listen: string;
  cache: string;
  field?: string | true;
  foreignHost: string[];
  previews?: string | true;
  drafts?: string | true;
  previewHost: string;
  liveSite: string;
}

export async function serveSite(values: ServeValues): Promise<void> {
  const port = await readPort('npm run deploy -- serve');
  const { listen, close } = await (values.previews ? openPreviews(values) : openSite(values, port));
  stopOnSignal(close);
  // The error is logged on one line, without query strings, because they may contain secrets.
  process.on('uncaughtException', (error) => {
    console.error((error.stack ?? errorMessage(error)).replace(/\?\S*/g, '').replace(/\s+/g, ' '));
    process.exit(1);
  });
  await listen(port);
  log(
    values.previews
      ? `Previews are at the subdomains of ${values.previewHost}, on port ${port}.`
      : `The site is at http://localhost:${port}`,
  );
}

interface Opened {
  listen: (port: number) => Promise<unknown>;
  close: () => Promise<void>;
}

async function openSite(values: ServeValues, port: number): Promise<Opened> {
  const { to, backend: backendUrl, trustedProxy: trustedProxies, listen: host, cache } = values;
  const { createSite } = await import('../server/createSite');
  const source = await openSource(to.replace(/\/$/, ''), resolveDirectory(cache, repository));
  const directory = resolveDirectory(isBucket(to) ? cache : to, repository);
  const { foreignHost: foreignHosts, field: fieldAt } = values;
  const field = fieldAt && (await openFieldAt(to, fieldAt, port));
  const options = { backendUrl, trustedProxies, foreignHosts, directory };
  const server = await createSite(source, { ...options, ...(field && { field }) });
  return { listen: (port) => server.listen({ port, host }), close: () => server.close() };
}

async function openPreviews(values: ServeValues): Promise<Opened> {
  const {
    to,
    backend: backendUrl,
    trustedProxy: trustedProxies,
    listen: host,
    previews,
    drafts,
    liveSite,
  } = values;
  const { assertPreviewHost } = await import('./assertPreviewHost');
  const { servePreviews } = await import('../server/servePreviews');
  const { server, close } = servePreviews({
    host: assertPreviewHost(values.previewHost),
    previews: await requireBeside(to, 'previews', previews),
    drafts: drafts === undefined ? undefined : await requireDrafts(to, drafts),
    live: await openStoreAt(to),
    liveOrigin: liveSite.replace(/\/$/, ''),
    look: isBucket(to) ? BUCKET_LOOK : undefined,
    backendUrl,
    trustedProxies,
  });
  const listen = (port: number) =>
    new Promise<void>((done, failed) => {
      server.once('error', failed).listen(port, host, done);
    });
  return { listen, close };
}

async function openSource(address: string, mirrors: string): Promise<SiteSource> {
  const store = await openStoreAt(address);
  if (isBucket(address)) {
    const { mirrorBucket } = await import('../server/mirrorBucket');
    return mirrorBucket(store, mirrors, { address, log: console.error });
  }
  const { storeSource } = await import('../server/storeSource');
  return storeSource(store, { log: console.error });
}
