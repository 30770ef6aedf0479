import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

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
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, content, { mode, flush: true });
    await (keep ? link(unfinished, path) : rename(unfinished, path));
    return true;
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(unfinished, { force: true });
  }
}
