import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { failureLog } from '../server/failureLog';
import type { SiteSource } from '../server/SiteSource';
import { directoryStore } from '../store/directoryStore';
import { isBucket } from '../store/openStore';
import {
  backendOption,
  dataDir,
  log,
  repository,
  storeAt,
  storeOption,
  readPort,
  trustedProxyOption,
} from './commonOptions';
import { stopOnSignal } from './stopOnSignal';

interface Options {
  to: string;
  backend?: string;
  trustedProxy: string[];
  listen: string;
  cache: string;
}

/** `serve`: the site's web server. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serves the site until it is stopped; PORT is its port')
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(trustedProxyOption())
    .option('--listen <address>', 'what it listens on', '127.0.0.1')
    .option('--cache <directory>', 'the directory that a bucket is copied into', join(dataDir, 'mirror'))
    .action(async ({ to, backend, trustedProxy, listen, cache }: Options) => {
      const port = await readPort('npm run deploy -- serve');
      const { createSite } = await import('../server/createSite');
      const source = await openSource(to.replace(/\/$/, ''), resolve(repository, cache));
      const server = await createSite(source, {
        backendUrl: backend,
        trustedProxies: trustedProxy,
        directory: resolve(repository, isBucket(to) ? cache : to),
      });
      stopOnSignal(() => server.close());
      // Ends it with one line that holds no query of any address.
      process.on('uncaughtException', (error) => {
        failureLog().tell(error);
        process.exit(1);
      });
      await server.listen({ port, host: listen });
      log(`The site is at http://localhost:${port}`);
    });
}

/** What is served: a directory as it is, a bucket from a copy on this machine. */
async function openSource(address: string, copy: string): Promise<SiteSource> {
  const store = await storeAt(address);
  if (isBucket(address)) {
    const { bucketSource } = await import('../server/bucket/bucketSource');
    return bucketSource(store, directoryStore(copy), { address, log: console.error });
  }
  const { storeSource } = await import('../server/storeSource');
  return storeSource(store, { log: console.error });
}
