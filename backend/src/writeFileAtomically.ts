import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How often a folder is made that disappears again. */
const ATTEMPTS = 20;

interface WriteOptions {
  /** Who may read it; if not given, whoever may read other new files. */
  mode?: number;
  /** Leaves a file that is there already as it is. */
  keep?: boolean;
}

/**
 * Writes a file so that its path never names a half-written one, whoever else writes it at the same time or whenever
 * this process is killed. What is left then ends with `.tmp`.
 * @returns whether it was written.
 * @throws Error of the file system.
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { mode, keep = false }: WriteOptions = {},
): Promise<boolean> {
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await writeInFolder(unfinished, content, mode);
    await (keep ? link(unfinished, path) : rename(unfinished, path));
    return true;
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Makes the folder, again if somebody who has emptied it removes it before the file is there. */
async function writeInFolder(path: string, content: Uint8Array | string, mode?: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(path, content, { mode, flush: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}
