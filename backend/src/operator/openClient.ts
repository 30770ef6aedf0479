import { join } from 'node:path';
import PocketBase, { BaseAuthStore, type RecordModel } from 'pocketbase';
import { addressFile } from '../addressFile';
import { jsonFile } from '../jsonFile';
import { CommandError, EXIT_CODES } from './CommandError';
import { isTokenExpired } from './isTokenExpired';
import type { Terminal } from './Terminal';

/** Who is signed in, as PocketBase answered it. */
interface Session {
  token: string;
  record: RecordModel;
}

/** @returns where PocketBase keeps its data in the site's `DATA_DIR`. */
export function pocketBaseDir(terminal: Terminal): string {
  return join(terminal.dataDir, 'pocketbase');
}

/**
 * The official client, speaking to PocketBase's own port on this machine. Nobody is signed in.
 * @throws CommandError if no backend runs on the terminal's data directory.
 */
export async function openClient(terminal: Terminal): Promise<PocketBase> {
  const { url } = (await addressFile(pocketBaseDir(terminal)).read()) ?? {};
  if (url === undefined) {
    throw new CommandError(
      `No backend runs on ${pocketBaseDir(terminal)}. Start the site (npm start), on a server its service.`,
      EXIT_CODES.noBackend,
    );
  }
  return new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
}

/** The session of the operator, kept for the next command. It is named as the storage key of §3. */
export function sessionFile(dataDir: string) {
  return jsonFile<Session>(dataDir, 'pb_auth');
}

/**
 * The same with the saved session, which lasts a day (§4) from its last use.
 * @throws CommandError if no backend runs, if there is no session or if it has expired.
 * @throws ClientResponseError if PocketBase does not accept it.
 */
export async function openSession(terminal: Terminal): Promise<PocketBase> {
  const client = await openClient(terminal);
  const { token, record } = (await sessionFile(terminal.dataDir).read()) ?? {};
  const isSignedIn = typeof token === 'string' && record !== undefined;
  if (!isSignedIn || isTokenExpired(token)) {
    const why = isSignedIn ? 'Your session has expired.' : 'You are not signed in.';
    throw new CommandError(`${why} Sign in: npm run backend -- login`, EXIT_CODES.notSignedIn);
  }
  client.authStore.save(token, record);
  await renewSession(client, terminal);
  return client;
}

/** Makes the session last a day from now, for this client and for the next command. */
export async function renewSession(client: PocketBase, terminal: Terminal): Promise<void> {
  const { token, record } = await client.collection('_superusers').authRefresh();
  await sessionFile(terminal.dataDir).write({ token, record });
}
