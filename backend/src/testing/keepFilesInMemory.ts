import { readFileSync, statfsSync } from 'node:fs';
import { release } from 'node:os';
import type { Environment } from '../checkEnvironment';

/** Where Linux has a file system in memory for everybody. */
const MEMORY = '/dev/shm';

/** What has to be free there, bytes; all tests together have never needed a quarter of it. */
const ROOM = 2 ** 30;

/**
 * Has tests, and the processes that they start, keep their temporary files in memory where that can be: they make and
 * remove so many that a file system on a disk spends a tenth of their time looking for free places.
 */
export function keepFilesInMemory(env: Environment): void {
  if (env.TMPDIR === undefined && isUsable()) env.TMPDIR = MEMORY;
}

/** Programs are run from there, and the S3 server needs extended attributes, which came with Linux 6.6. */
function isUsable(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (process.platform !== 'linux' || major < 6 || (major === 6 && minor < 6)) return false;
  // The last of those at one place is the one that is seen.
  const mounts = [...readFileSync('/proc/mounts', 'utf8').matchAll(/ \/dev\/shm tmpfs (\S+)/g)];
  const [, options = 'noexec'] = mounts.at(-1) ?? [];
  if (/\b(?:noexec|ro)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM;
}
