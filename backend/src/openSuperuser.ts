import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage } from '@site/shared/node/errorMessage';
import { writeFileAtomically } from '@site/shared/node/writeFileAtomically';

export interface Superuser {
  email: string;
  password: string;
}

export function superuserFile(dataDir: string): string {
  return join(dataDir, 'superuser.json');
}

/**
 * Reads the operator's account from `<dataDir>/superuser.json`. If the directory or the file is missing, creates it
 * with access for its owner only. PocketBase applies the file at each start (pb_hooks/superuser.pb.js). To get a new
 * password, remove the file and restart.
 * @throws Error if the directory cannot be written, or the file does not contain an account
 */
export async function openSuperuser(dataDir: string): Promise<Superuser> {
  const path = superuserFile(dataDir);
  const created = { email: 'operator@localhost.example', password: randomBytes(24).toString('base64url') };
  try {
    // The directory contains visitors' data, so only its owner may read it. A web server must still be able to read the
    // parent directory.
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFileAtomically(path, JSON.stringify(created, null, 2), { mode: 0o600, keep: true });
  } catch (error) {
    throw new Error(`The data directory ${dataDir} cannot be written: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  try {
    const { email, password } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    if (typeof email === 'string' && typeof password === 'string') return { email, password };
  } catch {
    // The error is not quoted, because it may contain the password.
  }
  throw new Error(
    `${path} does not contain an email and a password. Remove it, and the next start creates a new one.`,
  );
}
