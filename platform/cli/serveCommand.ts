import { join } from 'node:path';
import { Command } from 'commander';
import { failureLog } from '../server/failureLog';
import type { SiteSource } from '../server/SiteSource';
import { directoryStore } from '../store/directoryStore';
import { directoryOf, isBucket } from '../store/openStore';
import {
  backendOption,
  dataDir,
  log,
  repository,
  previewHostOption,
  requirePreviewStore,
  previewsOption,
  storeAt,
  storeOption,
  readPort,
  trustedProxyOption,
} from './commonOptions';
import { stopOnSignal } from './stopOnSignal';

/** How long the history of a preview in a bucket is cached, in milliseconds. */
const BUCKET_LOOK = 5_000;

interface Options {
  to: string;
  backend?: string;
  trustedProxy: string[];
  listen: string;
  cache: string;
  foreignHost: string[];
  previewHost?: string;
  previews?: string;
}

/** `serve`: the site's web server. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serves the site until it is stopped; PORT is its port')
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(trustedProxyOption())
    .option('--listen <address>', 'the address to listen on', toAddress, '127.0.0.1')
    .option('--cache <directory>', 'the directory that a bucket is copied into', join(dataDir, 'mirror'))
    .option(
      '--foreign-host <origin>',
      'another site that may show the remotes, e.g. https://www.example.org; repeat it for several',
      (origin: string, origins: string[]) => [...origins, origin],
      [] as string[],
    )
    .addOption(previewHostOption())
    .addOption(previewsOption())
    .action(async (options: Options) => {
      const { to, backend: backendUrl, trustedProxy: trustedProxies, listen, cache } = options;
      const { foreignHost: foreignHosts } = options;
      const port = await readPort('npm run deploy -- serve');
      const shownPreviews = await openPreviews(options);
      const { createSite } = await import('../server/createSite');
      const source = await openSource(to.replace(/\/$/, ''), directoryOf(cache, repository));
      const directory = directoryOf(isBucket(to) ? cache : to, repository);
      const server = await createSite(source, { backendUrl, trustedProxies, foreignHosts, directory });
      if (shownPreviews) {
        const { servePreviews } = await import('../server/servePreviews');
        servePreviews(server, { ...shownPreviews, live: source, backendUrl, trustedProxies });
      }
      stopOnSignal(() => server.close());
      // After an uncaught exception, logs one line without query strings, and exits.
      process.on('uncaughtException', (error) => {
        failureLog().report(error);
        process.exit(1);
      });
      await server.listen({ port, host: listen });
      log(`The site is at http://localhost:${port}`);
    });
}

/**
 * Replaces `localhost`, because Fastify would open a second server at `::1` for it. The second server would lack what
 * the site adds to the first one: previews, answers from memory, and an orderly shutdown.
 */
function toAddress(listen: string): string {
  return listen === 'localhost' ? '127.0.0.1' : listen;
}

/** Opens what is needed to serve previews; undefined without a preview host. */
async function openPreviews({ to, previewHost, previews }: Options) {
  if (previewHost === undefined) return undefined;
  const { expectPreviewHost } = await import('./expectPreviewHost');
  return {
    host: expectPreviewHost(previewHost),
    previews: await requirePreviewStore(to, previews),
    look: isBucket(to) ? BUCKET_LOOK : undefined,
  };
}

/** Opens the source of the site: a directory itself, or a local copy of a bucket. */
async function openSource(address: string, copy: string): Promise<SiteSource> {
  const store = await storeAt(address);
  if (isBucket(address)) {
    const { bucketSource } = await import('../server/bucket/bucketSource');
    return bucketSource(store, directoryStore(copy), { address, log: console.error });
  }
  const { storeSource } = await import('../server/storeSource');
  return storeSource(store, { log: console.error });
}
