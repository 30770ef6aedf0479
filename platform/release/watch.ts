import { errorMessage } from '@site/shared/node/errorMessage';
import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';
import type { Store } from '../store/Store';
import { deploy } from './deploy';
import { heartbeat } from './heartbeat';
import { keepRunning } from './keepRunning';
import { logOnce } from '@site/shared/node/logOnce';
import { makePictures } from '../pictures/makePictures';
import { prune } from './prune';
import { askBackend, NO_ANSWER } from './openReading';
import type { Reading } from './steps/read';
import { findLive, listNumbers } from './readReleases';
import { scrub } from './scrub';
import { listPictures, type Release } from './Release';
import { keepRenderers } from '../render/keepRenderers';

/** The interval between checks for changes if the bell (the backend's notification) does not ring, in milliseconds. */
const INTERVAL = 30_000;

/** The pause before the watcher retries after a failure, in milliseconds. */
const RETRY = 10_000;

/** The interval between maintenance rounds, which prune the store and make missing copies of pictures, in milliseconds. */
const MAINTENANCE_INTERVAL = 3_600_000;

/** The interval between checks of the live release for altered files, in milliseconds. */
const READ_INTERVAL = 24 * MAINTENANCE_INTERVAL;

/** The topics of the messages from `backend/pb_hooks/bell.pb.js`, and of PocketBase's first message on each connection. */
const TOPICS = ['content', 'PB_CONNECT'];

interface WatchOptions {
  store: Store;
  backendUrl: string;
  /** The interval between checks for changes if the backend's bell does not ring, in milliseconds; 30 seconds by default. */
  interval?: number;
  log: (line: string) => void;
}

/**
 * Keeps the pages up to date with the backend, in rounds. The watcher needs no credentials.
 *
 * - A round repeats the backend reads that the last release was made from. It publishes a release if an answer differs, if
 *   another release has gone live, or if the last round did not finish its work.
 * - The backend's bell starts a round. It rings when the watcher connects, and when a record changes in a collection that
 *   visitors may read. Without the bell, a round starts every 30 seconds. If the bell rings during a round, another round
 *   follows.
 * - After each publication and once an hour, missing copies of pictures are made in the background, beginning with new
 *   pictures.
 * - Once an hour, files of the live release that are missing from the store are made again. Once a day, and once an hour
 *   while a build is damaged, the watcher also looks for altered files.
 * - If a round fails, the failure is logged once, and another round follows within ten seconds. A page that cannot be
 *   rendered is retried once an hour, and when its builds or data change. If an app's data cannot be read, the read is
 *   retried when one of the backend's answers changes.
 * - The rendering processes are kept between rounds.
 *
 * @returns a function that stops the watcher within seconds
 */
export function watch(options: WatchOptions): () => Promise<void> {
  // Stopping is always safe: a deployment that is cut short does not go live.
  return keepRunning((signal) => keepUpToDate(options, signal));
}

async function keepUpToDate(
  { store, backendUrl, interval = INTERVAL, log }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const waitForChange = openBell(backendUrl, signal, (reason) =>
    log(`The backend cannot announce changes, so the watcher checks twice a minute: ${reason}`),
  );
  const beat = heartbeat(store);
  const renderers = keepRenderers(backendUrl);
  /**
   * The newest release's number, the backend's answers and the unread apps, as of the last call to `publish`; undefined if
   * that call failed, its release is not live, or some answers are missing.
   */
  let last: { number: number; answers: Reading['answers']; unread?: string[] | undefined } | undefined;
  /** A log line for each damaged file in a build. Only a deployment of the build can restore the file. */
  let damage: string[] = [];
  const once = logOnce(log);
  let hasFailed = false;
  /** The names of the pictures in the latest release. */
  let shown = new Set<string>();
  /** Resolves when no more copies of pictures are being made in the background. */
  let pass = Promise.resolve();
  let maintainedAt = -Infinity;
  // Wait an hour before the first check for altered files, so that edits made before the watcher started are published
  // first.
  let readAt = performance.now() - READ_INTERVAL + MAINTENANCE_INTERVAL;

  while (!signal.aborted) {
    try {
      if (performance.now() - maintainedAt >= MAINTENANCE_INTERVAL) await maintain();
      else if (!(await isIdle())) makeCopies(await publish());
      await beat(damage);
      if (hasFailed) log('The pages are up to date again.');
      hasFailed = false;
      if (last && !last.unread) once.reset();
    } catch (error) {
      hasFailed = true;
      once.log(`The pages cannot be kept up to date (trying again): ${errorMessage(error)}`);
    }
    await waitForChange(hasFailed || !last ? Math.min(RETRY, interval) : interval);
  }
  renderers.close();
  await pass;

  async function isIdle(): Promise<boolean> {
    if (last === undefined) return false;
    const [newest] = await listNumbers(store);
    if (last.number !== newest) return false;
    return !(await hasChanged(backendUrl, last.answers));
  }

  async function maintain(): Promise<void> {
    maintainedAt = performance.now();
    // While a build is damaged, check every hour, because a deployment may have restored the build.
    if (damage.length > 0 || maintainedAt - readAt >= READ_INTERVAL) {
      readAt = maintainedAt;
      damage = await scrub(store, log);
      for (const line of damage) once.log(line);
    }
    try {
      makeCopies(await publish(), { looksAtCopies: true });
    } finally {
      // Only the operator decides how long releases are kept, so the watcher sets no maximum age.
      await prune({ store, keepDays: Infinity, log: () => undefined, signal });
    }
  }

  /**
   * Makes missing copies of the release's pictures in the background, beginning with new pictures. Work on an earlier
   * release's pictures stops after the current picture.
   */
  function makeCopies(release: Release, { looksAtCopies = false } = {}): void {
    const names = listPictures(release);
    const added = [...names].filter((name) => !shown.has(name));
    shown = names;
    const isCurrent = () => shown === names;
    const options = { store, backendUrl, log, signal, isCurrent, looksAtCopies };
    pass = pass.then(() => makePictures(options, new Set([...added, ...names])));
  }

  async function publish(): Promise<Release> {
    last = undefined;
    const readings: Reading[] = [];
    const onRead = (reading: Reading) => void readings.push(reading);
    const release = await deploy({
      store,
      change: { kind: 'refresh' },
      backendUrl,
      needsBackend: true,
      onRead,
      log: once.log,
      renderWith: (builds, load) => renderers.open(builds, load),
    });
    const live = await findLive(store);
    const reading = readings.at(-1);
    if (live?.release.id === release.id && reading?.isComplete)
      last = { number: live.newest, answers: reading.answers, unread: release.unread };
    return release;
  }
}

/**
 * Repeats the reads, and returns whether any answer differs.
 *
 * @throws BackendError if the backend no longer answers any read
 */
async function hasChanged(backendUrl: string, answers: Reading['answers']): Promise<boolean> {
  const asked = Object.keys(answers).map((address) =>
    askBackend(backendUrl, address).then(({ hash }) => hash),
  );
  const results = await Promise.allSettled(asked);
  const hashes = results.map((result) => (result.status === 'fulfilled' ? result.value : NO_ANSWER));
  const isChanged = Object.values(answers).some((before, index) => before !== hashes[index]);
  // If only some answers are missing, do not throw: the next deployment finds out which apps are affected.
  const [failure] = results.every(({ status }) => status === 'rejected') ? results : [];
  if (isChanged && failure?.status === 'rejected') throw failure.reason as Error;
  return isChanged;
}

/**
 * Opens a bell that rings whenever a record changes in a collection that visitors may read. The bell needs no credentials,
 * and connects and reconnects in the background. It also rings each time it connects, because it may have missed changes.
 *
 * @param signal aborting this signal stops listening and ends any wait in progress
 * @param onFailure called with the reason if listening fails. The next wait tries to listen again. The same failure is
 *   reported only once
 * @returns a function that waits until the bell rings, for at most the given number of milliseconds (30 seconds by default),
 *   and resolves to whether it rang. If the bell has rung since the last wait, the function resolves at once
 */
export function openBell(
  backendUrl: string,
  signal: AbortSignal,
  onFailure: (reason: string) => void,
): (limit?: number) => Promise<boolean> {
  // PocketBase's client needs a global `EventSource`, which Node 20 does not provide.
  globalThis.EventSource = EventSource;
  const { realtime } = new PocketBase(backendUrl);
  const hangUp = () => realtime.unsubscribe().catch(() => undefined);
  let isListening = false;
  const once = logOnce((reason) => signal.aborted || onFailure(reason));
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
      // Without this call, the client would subscribe a second time on the next attempt.
      await hangUp();
      isListening = false;
      once.log(String(error));
    }
    if (signal.aborted) await hangUp();
  }

  return async (limit = INTERVAL) => {
    if (!isListening && !signal.aborted) void listen();
    const timer = setTimeout(() => wake(), limit);
    if (!hasRung) await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
    const isRung = hasRung;
    hasRung = false;
    return isRung;
  };
}
