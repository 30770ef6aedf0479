import { jsonFile } from './jsonFile';

/** Where the PocketBase of a data directory listens, for the operator's commands; missing while none runs. */
export function addressFile(dataDir: string) {
  return jsonFile<{ url: string }>(dataDir, 'address.json');
}
