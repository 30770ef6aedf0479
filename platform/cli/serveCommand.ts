import { join } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '@site/shared/node/messageOf';
import { site } from '@site/shared/site';
import type { SiteSource } from '../server/SiteSource';
import { directoryOf, isBucket } from '../store/openStore';
import {
  backendOption,
  dataDir,
  log,
  repository,
  previewHostOption,
  requirePreviewStore,
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
  previews?: string | true;
  previewHost: string;
  liveSite: string;
}

/** `serve`: the site's web server. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serves the site until it is stopped; PORT is its port')
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(trustedProxyOption())
    .option('--listen <address>', 'the address to listen on', toAddress, '127.0.0.1')
    .option('--cache <directory>', 'the directory that buckets are copied into', join(dataDir, 'mirror'))
    .option(
      '--foreign-host <origin>',
      'another site that may show the remotes, e.g. https://www.example.org; repeat it for several',
      (origin: string, origins: string[]) => [...origins, origin],
      [] as string[],
    )
    .option(
      '--previews [store]',
      'serves the previews instead of the live site; by default those in the store at the address of --to followed by -previews',
    )
    .addOption(previewHostOption().default('localhost'))
    .option('--live-site <origin>', 'the live site, which has the pages that a preview lacks', site.origin)
    .action(async (options: Options) => {
      const port = await readPort('npm run deploy -- serve');
      const { listen, close } = await (options.previews ? openPreviews(options) : openSite(options));
      stopOnSignal(close);
      // After an uncaught exception, logs one line without query strings, and exits.
      process.on('uncaughtException', (error) => {
        console.error((error.stack ?? messageOf(error)).replace(/\?\S*/g, '').replace(/\s+/g, ' '));
        process.exit(1);
      });
      await listen(port);
      log(
        options.previews
          ? `Previews are at the subdomains of ${options.previewHost}, on port ${port}.`
          : `The site is at http://localhost:${port}`,
      );
    });
}

/** A server that does not listen yet. */
interface Opened {
  listen: (port: number) => Promise<unknown>;
  close: () => Promise<void>;
}

async function openSite(options: Options): Promise<Opened> {
  const { to, backend: backendUrl, trustedProxy: trustedProxies, listen: host, cache } = options;
  const { createSite } = await import('../server/createSite');
  const source = await openSource(to.replace(/\/$/, ''), directoryOf(cache, repository));
  const directory = directoryOf(isBucket(to) ? cache : to, repository);
  const { foreignHost: foreignHosts } = options;
  const server = await createSite(source, { backendUrl, trustedProxies, foreignHosts, directory });
  return { listen: (port) => server.listen({ port, host }), close: () => server.close() };
}

async function openPreviews(options: Options): Promise<Opened> {
  const { to, backend: backendUrl, trustedProxy: trustedProxies, listen: host, previews, liveSite } = options;
  const { expectPreviewHost } = await import('./expectPreviewHost');
  const { servePreviews } = await import('../server/servePreviews');
  const { server, close } = servePreviews({
    host: expectPreviewHost(options.previewHost),
    previews: await requirePreviewStore(to, previews === true ? undefined : previews),
    live: await storeAt(to),
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

/** Node would listen only on `::1` for `localhost` on some systems. */
function toAddress(listen: string): string {
  return listen === 'localhost' ? '127.0.0.1' : listen;
}

/** Opens the source of the site: a directory itself, or the mirror of a bucket. */
async function openSource(address: string, mirrors: string): Promise<SiteSource> {
  const store = await storeAt(address);
  if (isBucket(address)) {
    const { mirrorBucket } = await import('../server/mirrorBucket');
    return mirrorBucket(store, mirrors, { address, log: console.error });
  }
  const { storeSource } = await import('../server/storeSource');
  return storeSource(store, { log: console.error });
}
