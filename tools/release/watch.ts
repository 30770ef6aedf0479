import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@site/backend/messageOf';
import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';
import type { Store } from '../store/Store';
import { deploy } from './deploy';
import { heartbeat } from './heartbeat';
import { logOnce } from './logOnce';
import { createPictureQueue } from './pictures/createPictureQueue';
import { prune } from './prune';
import { askBackend, NO_ANSWER, type Answers } from './openReading';
import type { Reading } from './read';
import { latestNumber, liveEntry } from './readHistory';
import { picturesOf } from './Release';
import { keepRenderers } from './renderer/keepRenderers';

/** How often it looks without having heard of a change. Milliseconds. */
const INTERVAL = 30_000;

/** After how long it tries again what has failed. Milliseconds. */
const RETRY = 10_000;

/** How often it removes what new data has superseded, and looks whether the store has all that is live. Milliseconds. */
const CARE_INTERVAL = 3_600_000;

/** How often that look reads everything. Milliseconds. */
const READ_INTERVAL = 24 * CARE_INTERVAL;

/** How long a release may still take after the watcher was told to end. Milliseconds. */
const STOP_LIMIT = 2000;

/** The topic of `backend/pb_hooks/bell.pb.js`, and the one that PocketBase sends on each new connection. */
const TOPICS = ['content', 'PB_CONNECT'];

interface WatchOptions {
  store: Store;
  /** Where PocketBase listens. */
  backendUrl: string;
  /** Another interval, milliseconds. */
  interval?: number;
  log: (line: string) => void;
}

/**
 * Keeps the pages up to date with the backend, in rounds. A round asks the backend again what was asked before, and
 * publishes if an answer differs, if somebody else has made something live, or if something was left undone. The
 * backend's bell begins a round: it rings at each change of what pages show, and at each new connection. Without it
 * there is a round every half minute. A bell during a round makes one more. Copies of pictures are made in the
 * background. Each hour it looks whether the store has all that is live, once a day by reading all of it, and makes again
 * what is lost. A failure is logged once, and what failed is tried again: a page that cannot be rendered when the watcher
 * starts, and when its builds or data differ; an app that cannot be read when one of the backend's answers differs. The
 * processes that render stay from round to round. The watcher needs no secret.
 *
 * @returns ends it, within seconds
 */
export function watch(options: WatchOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = keepUpToDate(options, stopping.signal);
  return async () => {
    stopping.abort();
    // A release that takes longer ends with this process, and does not go live.
    await Promise.race([ended, pause(STOP_LIMIT, undefined, { ref: false })]);
  };
}

async function keepUpToDate(
  { store, backendUrl, interval = INTERVAL, log }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const waitForChange = openBell(backendUrl, signal, log);
  const beat = heartbeat(store);
  const pictures = createPictureQueue({ store, backendUrl, log, signal });
  const renderers = keepRenderers(backendUrl);
  /**
   * What was live, and what the backend answered, when nothing was left to do; undefined while something may be
   * left.
   */
  let last: { number: number; answers: Answers; unread?: string[] | undefined } | undefined;
  /** Whether this watcher has tried pages that could not be rendered before. */
  let hasTriedAll = false;
  const once = logOnce(log);
  let hasFailed = false;
  let caredAt = -Infinity;
  // Not at the start, when an edit may be waiting.
  let readAt = performance.now() - READ_INTERVAL + CARE_INTERVAL;

  while (!signal.aborted) {
    try {
      if (performance.now() - caredAt >= CARE_INTERVAL) await care();
      else if (await isIdle()) pictures.retry();
      else await publish();
      await beat();
      if (hasFailed) log('The pages are up to date again.');
      hasFailed = false;
      if (last && !last.unread) once.reset();
    } catch (error) {
      hasFailed = true;
      once.log(`The pages cannot be kept up to date (trying again): ${messageOf(error)}`);
    }
    await waitForChange(hasFailed || !last ? Math.min(RETRY, interval) : interval);
  }
  renderers.close();
  await pictures.settled();

  async function isIdle(): Promise<boolean> {
    return (
      last !== undefined && last.number === (await latestNumber(store)) && !(await hasChanged(last.answers))
    );
  }

  /** Publishes with a look whether all is there, and removes what is superseded. */
  async function care(): Promise<void> {
    caredAt = performance.now();
    const byHash = caredAt - readAt >= READ_INTERVAL;
    if (byHash) readAt = caredAt;
    try {
      await publish(byHash);
      pictures.mend();
    } finally {
      // The operator decides how long releases are kept.
      await prune({ store, keepDays: Infinity, now: new Date(), log: () => undefined, signal });
    }
  }

  async function publish(repair = false): Promise<void> {
    last = undefined;
    const readings: Reading[] = [];
    const onRead = (reading: Reading) => void readings.push(reading);
    const release = await deploy({
      ...{ store, backendUrl, needsBackend: true, repair, onRead, log: once.log },
      leavesFailed: hasTriedAll,
      renderWith: (set) => renderers.open(set),
    });
    // The text is live before the copies are made.
    pictures.want(picturesOf(release));
    const live = await liveEntry(store);
    const reading = readings.at(-1);
    hasTriedAll = true;
    if (live?.release.id === release.id && reading?.isComplete)
      last = { number: live.newest, answers: reading.answers, unread: release.unread };
  }
}

async function hasChanged(answers: Answers): Promise<boolean> {
  const changes = Object.entries(answers).map(async ([address, before]) => {
    try {
      return (await askBackend(address)).hash !== before;
    } catch (error) {
      // It is away, unless this address alone has never been answered.
      if (before === NO_ANSWER) return false;
      throw error;
    }
  });
  return (await Promise.all(changes)).includes(true);
}

/**
 * Listens for changes of what pages show, as a visitor may. The connection is made, and made again, in the
 * background.
 *
 * @param signal ends it, and the wait that is under way
 * @param log told once when changes cannot be heard; each wait tries again
 * @returns waits until the bell rings, at most the given milliseconds; not at all if it has rung since the last
 *   wait. Each change rings it, and each new connection, since something may have changed before
 */
export function openBell(
  backendUrl: string,
  signal: AbortSignal,
  log: (line: string) => void,
): (limit: number) => Promise<void> {
  // Node 20 has no EventSource, and PocketBase's client takes it from here.
  globalThis.EventSource = EventSource;
  const { realtime } = new PocketBase(backendUrl);
  const hangUp = () => realtime.unsubscribe().catch(() => undefined);
  let isListening = false;
  const once = logOnce((line) => signal.aborted || log(line));
  let hasRung = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    hasRung = true;
    wake();
  };
  signal.addEventListener('abort', () => {
    ring();
    void hangUp();
  });

  async function listen(): Promise<void> {
    isListening = true;
    try {
      for (const topic of TOPICS) await realtime.subscribe(topic, ring);
      once.reset();
      ring();
    } catch (error) {
      // Else the client would listen twice after the next try.
      await hangUp();
      isListening = false;
      once.log(`The backend cannot tell of changes, so they are looked for twice a minute: ${String(error)}`);
    }
    if (signal.aborted) await hangUp();
  }

  return async (limit) => {
    if (!isListening && !signal.aborted) void listen();
    const timer = setTimeout(() => wake(), limit);
    if (!hasRung) await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
    hasRung = false;
  };
}
