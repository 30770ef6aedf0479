import { messageOf } from '@site/backend/messageOf';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT } from '../../release/heartbeat';
import { logOnce } from '../../release/logOnce';
import { latestNumber } from '../../release/readHistory';
import type { Store } from '../../store/Store';
import type { SiteSource } from '../SiteSource';
import { storeSource } from '../storeSource';
import { claimCopy, nameBucket } from './claimCopy';
import { copyLive, FIRST, wholeIn } from './copyLive';
import { copyRest } from './copyRest';
import { fetchAgain } from './fetchAgain';
import type { Copying } from './fetchFile';

/** How often it looks for the next number of the history, and how often it lists what the bucket has. Milliseconds. */
const INTERVAL = { look: 1000, list: 60_000 };

/** How long closing waits for what is under way. Milliseconds. */
const CLOSE_LIMIT = 5000;

interface BucketSourceOptions {
  /** The bucket's address: a copy belongs to one. */
  address: string;
  /** Told once of each problem, until all is well again. */
  log: (line: string) => void;
  interval?: { look: number; list: number };
}

/**
 * Copies a bucket into a directory, and shows what is live there as in any other. A release is copied within a second or
 * two of its publication, and is shown once all of it is there; then come the builds that open tabs load, and the
 * pictures. Without the bucket the copy stays what it was, also after a restart. Several processes may share it.
 *
 * @param copy the directory, which is empty or has such a copy
 * @throws Error if the copy is another bucket's, or the directory has something else
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
  /** Whether anything has been told since the last listing began. */
  let hasTold = false;
  const tell = (line: string): void => {
    hasTold = true;
    once.log(line);
  };
  const shown = storeSource(copy, { log, fetchAgain: fetchAgain(copying, tell) });
  const tellError = async (error: unknown) => tell(`${messageOf(error)} ${await describeServed(shown)}`);
  let listedAt = -Infinity;
  let copyingRest: Promise<void> | undefined;

  async function look(): Promise<void> {
    // By a clock that cannot be set. A number may have been pruned before it was seen, so that it also lists them.
    const isDue = performance.now() - listedAt >= interval.list;
    const here = await latestNumber(copy);
    // Somebody has emptied the directory, or it is new.
    if (here === 0) await nameBucket(copy, address);
    if (!isDue && here > 0 && !(await bucket.read(`history/${here + 1}.json`))) return;
    await expectSameSite(copying, address);
    if (isDue) await copyHeartbeat(copying).catch(tellError);
    await copyLive(copying).catch(tellError);
    if (!isDue) return;
    listedAt = performance.now();
    copyingRest ??= lookForRest().finally(() => (copyingRest = undefined));
  }

  async function lookForRest(): Promise<void> {
    await copyRest(copying, tell).catch(tellError);
    if (!hasTold) once.reset();
    hasTold = false;
  }

  const tryLook = () => look().catch(tellError);
  if (!(await wholeIn(copy))) await tryLook();
  const end = repeat(tryLook, interval.look);
  return {
    ...shown,
    async close() {
      stop.abort();
      const ended = end().then(() => copyingRest);
      await Promise.race([ended, pause(CLOSE_LIMIT, undefined, { ref: false })]);
    },
  };
}

/** @returns ends it, once what is under way has ended */
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
  const here = await copy.read(FIRST);
  if (here && !here.equals(first))
    throw new Error(
      `${address} has another site's history than what is served here: correct the bucket's server, or name another directory, --cache <directory>.`,
    );
}

async function copyHeartbeat({ bucket, copy }: Copying): Promise<void> {
  const heartbeat = await bucket.read(HEARTBEAT);
  await (heartbeat ? copy.write(HEARTBEAT, heartbeat) : copy.remove(HEARTBEAT));
}

/** What visitors get while the bucket cannot be followed. */
async function describeServed(shown: SiteSource): Promise<string> {
  const release = await shown.live().catch(() => undefined);
  return release
    ? `Until then release ${release.id} is served, from the copy.`
    : 'Until then there is nothing to serve.';
}
