import { deploy, type DeployOptions } from './deploy';
import type { Release } from './Release';

interface RollbackOptions extends Pick<DeployOptions, 'store' | 'dryRun' | 'log'> {
  app: string;
  /** The build to go back to, or how it begins; without it, the one that was live before. */
  version?: string | undefined;
}

/**
 * Makes an older build of one app live: a deployment of that build, with the data that the live pages have.
 *
 * @returns the live release
 * @throws Error if there is no such build in the store, or if it does not fit to what is live; nothing has changed then
 */
export function rollback({ app, version, ...options }: RollbackOptions): Promise<Release> {
  return deploy({ ...options, back: { app, version } });
}
