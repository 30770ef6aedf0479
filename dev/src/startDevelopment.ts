import { messageOf } from '@site/backend/messageOf';
import { pickPort } from '@site/backend/pickPort';
import { logDetail, logStep } from '@site/tools/release/logStep';
import { startBackend } from '@site/tools/cli/startBackend';
import { stopOnSignal } from '@site/tools/cli/stopOnSignal';
import { readApps } from '../../tools/build/readApps';
import { createDevelopmentServer } from './createDevelopmentServer';
import type { Against } from './parseAgainst';
import { serveRenderedPages } from './serveRenderedPages';
import { expectLiveSite, proxyLiveSite } from './proxyLiveSite';
import { watchApps } from './watchApps';

interface DevelopmentOptions {
  repository: string;
  port: number;
  /** The site's `DATA_DIR`; the backend of development has data of its own. */
  dataDir: string;
  against: Against | undefined;
}

/**
 * `npm run dev`: builds, serves and watches until this process is stopped.
 *
 * @throws Error that says why it cannot start
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<void> {
  const { repository, port, dataDir, against } = options;
  const from = against?.from;
  await pickPort(port, 'choose another port: PORT=3001 npm run dev');
  if (from && 'site' in from) await expectLiveSite(from.site);

  const running: (() => Promise<unknown>)[] = [];
  stopOnSignal(async () => {
    logStep('Stopping');
    for (const stop of running.reverse()) await stop();
  });

  logStep('Building');
  const apps = against ? [against.remote] : readApps(repository);
  const watched = await watchApps({ repository, apps, refresh: !against, log: logDetail });
  const server = await createDevelopmentServer(watched);
  if (from && 'site' in from) {
    await proxyLiveSite(server, { watched, site: from.site });
  } else {
    const backend = await startBackend(dataDir, 'development/pocketbase');
    if (backend) running.push(backend.stop);
    await serveRenderedPages(server, { watched, store: from?.store, backendUrl: backend?.url });
  }
  await server.listen({ port, host: '127.0.0.1' });
  running.push(() => server.close());
  // A page waits for it, too.
  await watched.settled().catch((error: unknown) => logDetail(messageOf(error)));
  logStep(`The site is at http://localhost:${port}, and follows its sources. Ctrl-C stops it.`);
}
