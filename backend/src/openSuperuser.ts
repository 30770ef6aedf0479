import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  let text = await readIfThere(path);
  if (text === undefined) {
    const superuser = {
      email: 'operator@localhost.example',
      password: randomBytes(24).toString('base64url'),
    };
    await writeOnce(path, `${JSON.stringify(superuser, null, 2)}\n`);
    text = await readFile(path, 'utf8');
  }
  return parseSuperuser(path, text);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Never leaves a half-written file, and never replaces one that another process wrote at the same moment. */
async function writeOnce(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: true });
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
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
