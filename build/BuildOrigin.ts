import type { BuildSource } from '@site/shared/remote';

/** What a build writes as `server/origin.json`, beside all that decides its version. */
export interface BuildOrigin extends BuildSource {
  /** See `hashInputs`. */
  inputs: string;
}
