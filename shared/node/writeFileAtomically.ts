import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How many times the write is attempted if another process keeps removing the folder. */
const ATTEMPTS = 20;

interface WriteOptions {
  /** The file mode. By default, the system chooses it. */
  mode?: number;
  /** Whether an existing file is kept. By default it is replaced. */
  keep?: boolean;
}

/**
 * Writes a file so that its path never refers to a partial file, even if other processes write the file at the same time or
 * this process is killed. A killed process may leave behind a file whose name ends with `.tmp`.
 * @returns whether the file was written
 * @throws Error from the file system, or one that names the folder if its file system has no hard links
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | string,
  { mode, keep = false }: WriteOptions = {},
): Promise<boolean> {
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await writeInFolder(unfinished, content, mode);
    await (keep ? linkTo(path, unfinished) : rename(unfinished, path));
    return true;
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** What file systems without hard links answer: exFAT, some network drives and some containers' volumes. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Gives a file a second path, unless that path exists. */
async function linkTo(path: string, existing: string): Promise<void> {
  try {
    await link(existing, path);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!NO_LINKS.includes(code)) throw cause;
    throw new Error(
      `${dirname(path)} is on a file system without hard links (${code}), which keep two processes from creating the same file. Use a folder on another disk.`,
      { cause },
    );
  }
}

/** Creates the folder and writes the file. Starts again if another process removes the folder between the two steps. */
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
