import type { RecordModel } from 'pocketbase';
import { jsonFile } from '../jsonFile';

/** Who is signed in, as PocketBase answered it. */
interface Session {
  token: string;
  record: RecordModel;
}

/** The session of the operator, kept for the next command. It is named as the storage key of §3. */
export function sessionFile(dataDir: string) {
  return jsonFile<Session>(dataDir, 'pb_auth');
}
