import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './writeFileAtomically';

/** The operator's account of PocketBase. */
export interface Superuser {
  email: string;
  password: string;
}

/**
 * Reads the operator's account from `<dataDir>/superuser.json`, or makes one with a random password first. Only the
 * owner of the file may read it (mode 600). PocketBase follows the file at each start (pb_hooks/superuser.pb.js), so
 * a password is renewed by removing the file.
 * @throws Error if the file cannot be read or written, or does not hold an account.
 */
export async function openSuperuser(dataDir: string): Promise<Superuser> {
  const path = join(dataDir, 'superuser.json');
  const password = randomBytes(24).toString('base64url');
  const made: Superuser = { email: 'operator@localhost.example', password };
  await writeFileAtomically(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, keep: true });
  return parseSuperuser(path, await readFile(path, 'utf8'));
}

function parseSuperuser(path: string, text: string): Superuser {
  try {
    const { email, password } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof email === 'string' && typeof password === 'string') return { email, password };
  } catch {
    // The text is not quoted: it may hold the password.
  }
  throw new Error(
    `${path} does not hold an email and a password. Remove it, and the next start makes a new one.`,
  );
}
