import { join } from 'node:path';
import type { RecordModel } from 'pocketbase';
import { placeFile } from '../placeFile';
import { readNote } from '../readNote';

/** Who is signed in, as PocketBase answered it. */
interface Session {
  token: string;
  record: RecordModel;
}

/** The storage key of §3, here the name of a file. */
const SESSION_KEY = 'pb_auth';

/** Saves a session for the next command. Only the owner of the file may read it (mode 600). */
export async function writeSession(dataDir: string, session: Session): Promise<void> {
  await placeFile(join(dataDir, SESSION_KEY), JSON.stringify(session), { mode: 0o600 });
}

/** @returns the saved session, undefined if there is none or the file does not hold one. */
export async function readSession(dataDir: string): Promise<Session | undefined> {
  const { token, record } = (await readNote<Session>(join(dataDir, SESSION_KEY))) ?? {};
  return typeof token === 'string' && record !== undefined ? { token, record } : undefined;
}
