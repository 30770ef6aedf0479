import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@site/backend/messageOf';
import { writeWatchNote } from '@site/backend/readWatchNote';
import { createPictureQueue } from './pictures/createPictureQueue';
import { latestNumber } from './liveRelease';
import { picturesOf } from './Release';
import { explainFullDisk } from '../store/explainFullDisk';
import type { Store } from '../store/Store';
import { createDebouncer } from './watch/createDebouncer';
import { subscribeToChanges } from './watch/subscribeToChanges';
import { deploy } from './deploy';
import { prune } from './prune';

/** How long it waits for more after a change, so that one edit of several fields is one release. Milliseconds. */
const QUIET = 300;

/** How often it reads again without having heard of a change. Milliseconds. */
const INTERVAL = 60_000;

/** After how long it tries again what has failed. Milliseconds. */
const RETRY = 10_000;

/** How often it looks whether somebody else has made something live. Milliseconds. */
const LOOK = 5000;

/** How often it removes what new data has superseded. Milliseconds. */
const PRUNE_INTERVAL = 3_600_000;

/** How long a release that is under way may take when it is told to end. Milliseconds. */
const STOP_LIMIT = 2000;

interface WatchOptions {
  store: Store;
  /** Where PocketBase listens. */
  backendUrl: string;
  /** The site's `DATA_DIR`, where it notes when it last succeeded. */
  dataDir: string;
  /** Another interval, milliseconds. */
  interval?: number;
  log: (line: string) => void;
}

/**
 * Keeps the pages up to date with the backend: publishes when PocketBase tells of a change in what pages read, after
 * each new connection to it, when somebody else has made something live, which may show older data, and every minute,
 * in case something was not told. The copies of pictures that pages offer are made in the background. There is no release without a change. What fails is logged and tried again; nothing
 * that it does needs a secret.
 *
 * @returns ends it, within seconds
 */
export function watch(options: WatchOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = keepUpToDate(options, stopping.signal);
  return async () => {
    stopping.abort();
    // What is still under way then is nobody's release.
    await Promise.race([ended, pause(STOP_LIMIT, undefined, { ref: false })]);
  };
}

async function keepUpToDate(
  { store, backendUrl, dataDir, interval = INTERVAL, log }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const debouncer = createDebouncer(signal);
  const say = withoutRepeats(log);
  const changes = subscribeToChanges(backendUrl, debouncer.trigger, say.line);
  const pictures = createPictureQueue({ store, backendUrl, log, signal });
  const note = (hasSucceeded: boolean) =>
    explainFullDisk(dataDir, () => writeWatchNote(dataDir, hasSucceeded));
  let hasFailed = false;
  let prunedAt = -Infinity;

  while (!signal.aborted) {
    let number: number | undefined;
    try {
      await note(false);
      const release = await deploy({
        store,
        artifacts: [],
        backendUrl,
        needsBackend: true,
        onRead: ({ collections }) => changes.follow(collections),
        log: say.line,
      });
      // Their text is live first.
      pictures.want(picturesOf(release));
      number = await latestNumber(store);
      await note(true);
      if (Date.now() - prunedAt > PRUNE_INTERVAL) {
        // What else is not needed is the operator's to decide.
        await prune({ store, keepDays: Infinity, now: new Date(), log: () => undefined });
        prunedAt = Date.now();
      }
      if (hasFailed) log('The pages are up to date again.');
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      const reason = messageOf(error);
      say.line(`The pages cannot be kept up to date (trying again): ${reason}`);
    }
    say.endRound();
    await untilNeeded(number);
    await debouncer.settle(QUIET);
  }
  changes.unsubscribe();
  await pictures.settled();

  /** @param number the newest number of the history, unless the round has failed */
  async function untilNeeded(number: number | undefined): Promise<void> {
    let left = number === undefined ? Math.min(RETRY, interval) : interval;
    for (; left > 0 && !(await debouncer.waitForTrigger(Math.min(LOOK, left))); left -= LOOK) {
      if (number === undefined) continue;
      if ((await latestNumber(store).catch(() => number)) !== number) return;
    }
  }
}

/** Leaves out what was said in the round before, and what says that nothing happens. */
function withoutRepeats(log: (line: string) => void) {
  let before = new Set<string>();
  let now = new Set<string>();
  return {
    line: (line: string): void => {
      if (!before.has(line) && !now.has(line) && !line.startsWith('Nothing to deploy')) log(line);
      now.add(line);
    },
    endRound: (): void => {
      before = now;
      now = new Set();
    },
  };
}
