import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The maximum number of attempts to write a file if another process keeps removing its folder. */
const ATTEMPTS = 20;

interface WriteOptions {
  mode?: number;
  /** Keeps a file that already exists at the path. */
  keep?: boolean;
}

/**
 * Writes a file atomically: no reader ever sees a partial file at the path, even if several processes write it at once or
 * this process is killed. A killed process may leave behind a file whose name ends with `.tmp`. Creates missing folders.
 *
 * @returns whether the file was written; false only if `keep` is set and the file exists
 * @throws Error if the file cannot be written, or if `keep` is set and the file system has no hard links
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

/**
 * The error codes with which `link` fails on a file system without hard links, such as exFAT, some network drives and some
 * container volumes.
 */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

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
