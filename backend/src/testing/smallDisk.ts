import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, rmdirSync, truncateSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = 4096;

export interface SmallDisk {
  directory: string;
  /** Fills the disk, but leaves the given number of 4 KiB blocks free. */
  fill: (free?: number) => void;
  clear: () => void;
  remove: () => void;
}

/**
 * Mounts a small in-memory file system that tests can fill. Requires root.
 *
 * @param size in the format of mount(8), e.g. `4m`
 * @returns the disk, or the reason why it cannot be mounted
 */
export function mountSmallDisk(size: string): SmallDisk | string {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmdirSync(directory);
    return `no file system can be mounted, which needs root: ${mounted.error?.message ?? mounted.stderr.trim()}`;
  }
  const filler = join(directory, 'filler');
  const clear = () => rmSync(filler, { force: true });
  return {
    directory,
    fill(free = 0) {
      clear();
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(BLOCK));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      truncateSync(filler, Math.max(0, statSync(filler).size - free * BLOCK));
    },
    clear,
    remove() {
      spawnSync('umount', ['--lazy', directory]);
      rmdirSync(directory);
    },
  };
}
