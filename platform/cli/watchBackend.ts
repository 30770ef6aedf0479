import { deploy } from '../release/deploy';
import { failIfIncomplete } from './failIfIncomplete';
import { openStoreAt } from './openStoreAt';
import { requireDrafts } from './requireDrafts';
import { log } from './repository';
import { stopOnSignal } from './stopOnSignal';

interface WatchValues {
  to: string;
  backend: string;
  drafts?: string | true;
  once?: true;
  acceptRemovals?: true;
}

/** Keeps the pages up to date with the backend until this process is stopped. If `once` is set, updates them once. */
export async function watchBackend({
  to,
  backend: backendUrl,
  drafts: draftsAt,
  once,
  acceptRemovals,
}: WatchValues): Promise<void> {
  const store = await openStoreAt(to);
  const drafts = draftsAt && (await requireDrafts(to, draftsAt));
  if (acceptRemovals && !once)
    throw new Error('--accept-removals is only for a removal that you have checked. Use it with --once.');
  if (!once) {
    const { watch } = await import('../release/watch');
    const stops = [watch({ store, backendUrl, log })];
    if (drafts) {
      const { watchDrafts } = await import('../drafts/watchDrafts');
      stops.push(watchDrafts({ store, drafts: drafts.store, key: drafts.key, backendUrl, log }));
    }
    stopOnSignal(async () => {
      await Promise.all(stops.map((stop) => stop()));
    });
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
