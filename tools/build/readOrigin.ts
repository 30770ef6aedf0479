import type { BuildSource } from '@site/shared/remote';
import { git } from './git';
import { hashInputs } from './hashInputs';

/** What a build writes as `server/origin.json`, beside all that decides its version. */
export interface BuildOrigin extends BuildSource {
  /** See `hashInputs`. */
  inputs: string;
}

/**
 * Where a build that is made now comes from.
 *
 * @param directory the app's folder
 */
export function readOrigin(repository: string, directory: string): BuildOrigin {
  const commit = git(repository, 'rev-parse', 'HEAD');
  const changes = git(repository, 'status', '--porcelain');
  return {
    ...(commit && { commit, clean: changes === '' }),
    builtAt: new Date().toISOString(),
    node: process.version,
    inputs: hashInputs(repository, directory),
  };
}
