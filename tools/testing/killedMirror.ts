import { setTimeout as pause } from 'node:timers/promises';
import { openMirror } from '../server/mirror';
import { directoryStore } from '../store/directoryStore';

/** Which bucket a mirror is to follow, and when it is to die. */
export interface MirrorJob {
  /** A directory in the place of the bucket. */
  origin: string;
  cache: string;
  /** The release that it has come through with. */
  newest: string;
  /** Before which change of the cache it dies, counted from 1; without it after the last one. */
  killAt?: number | undefined;
}

/**
 * Follows a bucket and is killed, as by `kill -9`, while other changes are under way. One that gets through says what it
 * changed: a word for each change, alike for what is alike.
 */
process.once('message', (job: MirrorJob) => void run(job));
process.send?.('ready');

async function run({ origin, cache, newest, killAt }: MirrorJob): Promise<void> {
  const changes: string[] = [];
  const step = (change: string, key: string) => {
    if (changes.push(`${change} ${key.split('/')[0]}`) === killAt) process.kill(process.pid, 'SIGKILL');
  };
  const disk = directoryStore(cache);
  const mortal: typeof disk = {
    ...disk,
    write: (key, content) => (step('write', key), disk.write(key, content)),
    remove: (key) => (step('remove', key), disk.remove(key)),
  };
  const options = { address: origin, tell: () => undefined, interval: { look: 20, list: 60_000 } };
  const source = await openMirror(directoryStore(origin), mortal, options);
  const hasRemoved = async () => (await disk.list('releases/')).join() === `${newest}.json`;
  while ((await source.live()).id !== newest || !(await hasRemoved())) await pause(20);
  await source.close();
  process.send?.(changes, () => process.kill(process.pid, 'SIGKILL'));
}
