import { messageOf } from '@site/shared/node/messageOf';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT } from '../../release/heartbeat';
import { logOnce } from '@site/shared/node/logOnce';
import { latestNumber } from '../../release/readHistory';
import type { Store } from '../../store/Store';
import type { SiteSource } from '../SiteSource';
import { storeSource } from '../storeSource';
import { claimCopy, nameBucket } from './claimCopy';
import { copyLive, FIRST, intactLive } from './copyLive';
import { copyRest } from './copyRest';
import { fetchAgain } from './fetchAgain';
import type { Copying } from './fetchFile';

/** The intervals, in milliseconds, at which the bucket is checked for a new release (`look`), and is listed (`list`). */
const INTERVAL = { look: 1000, list: 60_000 };

/** How long `close` waits for copies that are still running, in milliseconds. */
const CLOSE_LIMIT = 5000;

interface BucketSourceOptions {
  /** The address of the bucket that the copy belongs to. */
  address: string;
  /** Called once for each problem, and again if it recurs after everything was copied without problems. */
  log: (line: string) => void;
  interval?: { look: number; list: number };
}

/**
 * Mirrors a bucket into a directory and serves the live release from there. A new release is copied within one or two
 * seconds, and becomes visible once its copy is complete. The builds of open tabs and the pictures are copied after the
 * release. While the bucket is unavailable, the site is served from the copy, even after a restart. Several processes may
 * share a copy.
 *
 * @param copy the directory, which must be empty or contain a copy of this bucket
 * @throws Error if the directory contains a copy of another bucket, or anything else
 */
export async function bucketSource(
  bucket: Store,
  copy: Store,
  { address, log, interval = INTERVAL }: BucketSourceOptions,
): Promise<SiteSource> {
  await claimCopy(copy, address);
  const stop = new AbortController();
  const copying: Copying = { bucket, copy, signal: stop.signal };
  const once = logOnce((line) => stop.signal.aborted || log(line));
  /** Whether a problem has been reported since the last listing began. */
  let hasReported = false;
  const report = (line: string): void => {
    hasReported = true;
    once.log(line);
  };
  const shown = storeSource(copy, { log, fetchAgain: fetchAgain(copying, report) });
  const reportError = async (error: unknown) => report(`${messageOf(error)} ${await describeServed(shown)}`);
  let listedAt = -Infinity;
  let copyingRest: Promise<void> | undefined;

  async function look(): Promise<void> {
    // A monotonic clock measures how long ago the bucket was listed.
    const isListingDue = performance.now() - listedAt >= interval.list;
    const copied = await latestNumber(copy);
    // A directory without a release is new, or has been emptied.
    if (copied === 0) await nameBucket(copy, address);
    // If the next entry was pruned before it was seen, only a listing finds the newer release.
    const isCurrent = async () => copied > 0 && !(await bucket.read(`history/${copied + 1}.json`));
    if (!isListingDue && (await isCurrent())) return;
    await expectSameSite(copying, address);
    if (isListingDue) await copyHeartbeat(copying).catch(reportError);
    await copyLive(copying).catch(reportError);
    if (!isListingDue) return;
    listedAt = performance.now();
    copyingRest ??= followRest().finally(() => (copyingRest = undefined));
  }

  async function followRest(): Promise<void> {
    await copyRest(copying, report).catch(reportError);
    if (!hasReported) once.reset();
    hasReported = false;
  }

  const tryLook = () => look().catch(reportError);
  if (!(await intactLive(copy))) await tryLook();
  const stopLooking = repeat(tryLook, interval.look);
  return {
    ...shown,
    async close() {
      stop.abort();
      const stopped = stopLooking().then(() => copyingRest);
      await Promise.race([stopped, pause(CLOSE_LIMIT, undefined, { ref: false })]);
    },
  };
}

/**
 * Runs a task again and again, with a pause between two runs.
 *
 * @returns a function that stops the repetition, and resolves when the current run has ended
 */
function repeat(work: () => Promise<void>, every: number): () => Promise<void> {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = (): void => {
    running = work().then(() => {
      if (!hasEnded) timer = setTimeout(next, every);
    });
  };
  next();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    return running;
  };
}

async function expectSameSite({ bucket, copy }: Copying, address: string): Promise<void> {
  const first = await bucket.read(FIRST);
  if (!first) throw new Error(`Nothing has been deployed to ${address}.`);
  const copied = await copy.read(FIRST);
  if (copied && !copied.equals(first))
    throw new Error(
      `${address} does not contain the site whose copy is served here. Correct the address of the bucket's server, or choose another directory: --cache <directory>.`,
    );
}

async function copyHeartbeat({ bucket, copy }: Copying): Promise<void> {
  const heartbeat = await bucket.read(HEARTBEAT);
  await (heartbeat ? copy.write(HEARTBEAT, heartbeat) : copy.remove(HEARTBEAT));
}

/** Describes what visitors get while new releases cannot be copied from the bucket. */
async function describeServed(shown: SiteSource): Promise<string> {
  const release = await shown.live().catch(() => undefined);
  return release
    ? `Meanwhile, release ${release.id} is served from the copy.`
    : 'Meanwhile, there is nothing to serve.';
}
