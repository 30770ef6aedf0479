import { once } from 'node:events';
import { join } from 'node:path';
import { openDraftKey } from '@site/backend/openDraftKey';
import { errorMessage } from '@site/shared/node/errorMessage';
import { buildApps } from '../build/buildApps';
import { ALL_DRAFTS, draftLabel } from '../drafts/draftLabel';
import { watchDrafts } from '../drafts/watchDrafts';
import { deploy } from '../release/deploy';
import { logDetail, logStep } from '../release/logStep';
import { pagePath } from '../release/Release';
import { watch } from '../release/watch';
import { createSite } from '../server/createSite';
import { servePreviews } from '../server/servePreviews';
import { storeSource } from '../server/storeSource';
import { appLinkFiles } from '../site.config';
import { readBuild } from '../store/readBuild';
import { startProgram } from './commands';
import { openFieldAt } from './openFieldAt';
import { openStoreAt } from './openStoreAt';
import { requireBeside } from './openBeside';
import { withoutFormer } from './readBuilds';
import { previewAddress } from './previewAddress';
import { previewPort, readPort, recordPort } from './readPort';
import { dataDir, repository } from './repository';
import { logDashboard, startBackend } from './startBackend';
import { stopOnSignal } from './stopOnSignal';

/** Runs the whole site on this machine for `npm start`, with the same steps as in production. */
async function start(): Promise<void> {
  const { trustedProxy: trustedProxies, acceptRemovals } = startProgram()
    .parse()
    .opts<{ trustedProxy: string[]; acceptRemovals?: true }>();
  const port = await readPort('npm start');
  const running: (() => Promise<unknown>)[] = [];
  stopOnSignal(async () => {
    logStep('Stopping');
    for (const stop of running.reverse()) await stop();
  });

  const storeAddress = join(dataDir, 'store');
  const store = await openStoreAt(storeAddress);
  logStep('Building the apps');
  const folders = await buildApps({ repository, log: logDetail });

  const backend = await startBackend('pocketbase', { PREVIEW_HOST: `localhost:${previewPort(port)}` });
  if (backend) running.push(backend.stop);

  try {
    logStep('Deploying');
    const built = await Promise.all(folders.map((directory) => readBuild(directory)));
    const builds = await withoutFormer(store, built, logDetail, (older) => logDetail(`Skipped: ${older}`));
    const backendUrl = backend?.url;
    const { files, behind = {} } = await deploy({
      store,
      change: { kind: 'deploy', builds },
      backendUrl,
      acceptRemovals,
      retries: true,
      log: logDetail,
    });
    for (const [file, page] of Object.entries(behind))
      logDetail(
        `${pagePath(file, page)} could not be rendered: visitors get its last version, or the browser renders it.`,
      );
    const missing = appLinkFiles.filter((name) => !files[name]);
    if (missing.length > 0) {
      logDetail(`App links are off: the site has no ${missing.join(' and no ')}.`);
      logDetail('docs/operate.md, "App links", explains what to fill in.');
    }

    const source = storeSource(store, { log: logDetail });
    const field = await openFieldAt(storeAddress, true, port);
    const server = await createSite(source, { backendUrl, trustedProxies, directory: dataDir, field });
    await server.listen({ port, host: '127.0.0.1' });
    running.push(() => server.close());
    await recordPort(port);
    const key = backend && (await openDraftKey(backend));
    const drafts = key && { key, store: await requireBeside(storeAddress, 'drafts') };
    const previews = servePreviews({
      host: 'localhost',
      previews: await requireBeside(storeAddress, 'previews'),
      drafts: drafts || undefined,
      live: store,
      liveOrigin: `http://localhost:${port}`,
      backendUrl,
      trustedProxies,
    });
    previews.server.listen(previewPort(port), '127.0.0.1');
    running.push(() => previews.close());
    await once(previews.server, 'listening');
    if (backend) {
      const watched = { store, backendUrl: backend.url, log: logDetail };
      running.push(watch(watched));
      if (drafts) running.push(watchDrafts({ ...watched, drafts: drafts.store, key: drafts.key }));
    }
    logStep(`The site is at http://localhost:${port}`);
    logDetail(`Previews are at http://<preview>.localhost:${previewPort(port)}.`);
    if (drafts) {
      const address = await previewAddress(draftLabel(drafts.key, ALL_DRAFTS), 'localhost');
      logDetail(`All drafts, once there are any, are at ${address}`);
    }
    if (backend) logDashboard(backend);
  } catch (error) {
    await backend?.stop();
    throw error;
  }
}

start().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exit(1);
});
