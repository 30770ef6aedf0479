import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordModel } from 'pocketbase';

/** Who is signed in, as PocketBase answered it. */
interface Session {
  token: string;
  record: RecordModel;
}

/** The storage key of §3, here the name of a file. */
const SESSION_KEY = 'pb_auth';

/** Saves a session for the next command. Only the owner of the file may read it (mode 600). */
export async function writeSession(dataDir: string, session: Session): Promise<void> {
  const path = join(dataDir, SESSION_KEY);
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(unfinished, JSON.stringify(session), { mode: 0o600, flush: true });
    // The mode above is narrowed by the umask, which may also be too narrow.
    await chmod(unfinished, 0o600);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** @returns the saved session, undefined if there is none or the file does not hold one. */
export async function readSession(dataDir: string): Promise<Session | undefined> {
  try {
    const { token, record } = JSON.parse(
      await readFile(join(dataDir, SESSION_KEY), 'utf8'),
    ) as Partial<Session>;
    return typeof token === 'string' && record !== undefined ? { token, record } : undefined;
  } catch {
    return undefined;
  }
}
