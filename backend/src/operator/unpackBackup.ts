import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { messageOf } from '../messageOf';
import { CommandError } from './CommandError';

/**
 * Unpacks a backup of PocketBase into a directory that is empty or not there. It is unpacked beside it first: if
 * anything goes wrong, the directory is unchanged.
 * @param onFile is called for each file, with how many there are.
 * @returns how many files there were.
 * @throws CommandError if the directory is not empty or the backup is damaged or is not a backup.
 */
export async function unpackBackup(
  backup: string,
  directory: string,
  onFile: (name: string, count: number, of: number) => void,
): Promise<number> {
  const target = resolve(directory);
  await expectEmpty(target);
  const unfinished = join(dirname(target), `.restoring-${randomUUID()}`);
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(unfinished, { mode: 0o700 });
    const count = await unpack(backup, unfinished, onFile);
    // In place of an empty directory, too.
    await rename(unfinished, target);
    return count;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new CommandError(`${backup} was not restored, nothing was changed: ${messageOf(error)}`);
  }
}

async function expectEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CommandError(`${directory} cannot be restored to: ${messageOf(error)}`);
  });
  if (names.length > 0) {
    throw new CommandError(
      `${directory} is not empty. Stop the site and move its data away, or use --into <directory>.`,
    );
  }
}

async function unpack(
  backup: string,
  directory: string,
  onFile: (name: string, count: number, of: number) => void,
): Promise<number> {
  // yauzl itself refuses absolute paths, those with `..`, and sizes that are not as announced.
  const zip = await openPromise(backup, { strictFileNames: true });
  let count = 0;
  let hasDatabase = false;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      await unpackFile(zip, entry, join(directory, entry.fileName));
      hasDatabase ||= entry.fileName === 'data.db';
      count += 1;
      onFile(entry.fileName, count, zip.entryCount);
    }
  } finally {
    zip.close();
  }
  if (!hasDatabase) throw new Error('it holds no data.db, so it is not a backup of PocketBase.');
  return count;
}

async function unpackFile(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let sum = 0;
  const check = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  };
  const content: Readable = await zip.openReadStreamPromise(entry);
  await pipeline(content, check, createWriteStream(path, { mode: 0o600, flush: true }));
  if (sum !== entry.crc32) throw new Error(`its file ${entry.fileName} is damaged.`);
}
