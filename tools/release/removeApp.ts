import { liveRelease } from './liveRelease';
import type { Release } from './Release';
import { deploy } from './deploy';
import type { ChangeOptions } from './ChangeOptions';

interface RemovalOptions extends ChangeOptions {
  /** The workspace to take off the site, e.g. `micora-remote`. */
  app: string;
}

/**
 * Takes an app off the site, with all its pages; those of the others stay as they are.
 *
 * @throws Error if it is not live, or if the others cannot be without it
 */
export async function removeApp({ store, app, dryRun, log }: RemovalOptions): Promise<Release> {
  if (!(await liveRelease(store))?.apps[app])
    throw new Error(`${app} is not live: there is nothing to remove.`);
  if (app === 'shell') throw new Error('Without the shell there is no site: shell cannot be removed.');
  return deploy({ store, artifacts: [], without: app, what: `remove ${app}`, dryRun, log });
}
