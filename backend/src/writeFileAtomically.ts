import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that its path never names a half-written one, whoever else writes it at the same time or whenever
 * this process is killed.
 * @param options.keep leaves a file that is there already as it is.
 * @throws Error of the file system.
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { mode, keep = false }: { mode: number; keep?: boolean },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content, { mode, flush: true });
    // The mode above is narrowed by the umask, which may also be too narrow.
    await chmod(unfinished, mode);
    await (keep ? link(unfinished, path) : rename(unfinished, path));
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
