import { deploy } from '../release/deploy';
import { failIfIncomplete } from './failIfIncomplete';
import { openStoreAt } from './openStoreAt';
import { log } from './repository';
import { stopOnSignal } from './stopOnSignal';

interface WatchValues {
  to: string;
  backend: string;
  once?: true;
  acceptRemovals?: true;
}

/** Keeps the pages up to date with the backend, until it is stopped; or updates them once. */
export async function watchBackend({
  to,
  backend: backendUrl,
  once,
  acceptRemovals,
}: WatchValues): Promise<void> {
  const store = await openStoreAt(to);
  if (acceptRemovals && !once)
    throw new Error('--accept-removals is only for a removal that you have checked. Use it with --once.');
  if (!once) {
    const { watch } = await import('../release/watch');
    stopOnSignal(watch({ store, backendUrl, log }));
    log('Watching for changes. Press Ctrl-C to stop.');
    return;
  }
  const release = await deploy({
    store,
    change: { kind: 'refresh' },
    backendUrl,
    needsBackend: true,
    acceptRemovals,
    retries: true,
    log,
  });
  if (!release.behind && !release.unread) log(`Release ${release.id} is up to date with the backend.`);
  failIfIncomplete(release);
}
