import { deploy } from '../release/deploy';
import { findMissing } from '../release/findMissing';
import type { Release } from '../release/Release';
import { scrub } from '../release/scrub';
import { failIfIncomplete } from './failIfIncomplete';
import { requireBeside } from './openBeside';
import { openStoreAt } from './openStoreAt';
import { readBuilds } from './readBuilds';
import { log } from './repository';

interface DeployValues {
  build?: string[];
  check?: string;
  to: string;
  backend?: string;
  without?: string;
  acceptRemovals?: true;
  repair?: true;
  waitForErrors?: true;
  field?: string;
}

export async function deployApps(apps: string[], values: DeployValues): Promise<void> {
  const {
    to,
    backend: backendUrl,
    build,
    without,
    check,
    acceptRemovals,
    repair,
    waitForErrors: waits,
  } = values;
  if (!build && apps.length === 0 && without === undefined && !repair)
    throw new Error('Name the apps to deploy, or use --build, --without or --repair.');
  const store = await openStoreAt(to);
  const field = waits ? await requireBeside(to, 'field', values.field) : undefined;
  const builds = await readBuilds(store, apps, build);
  const runCheck = async (release: Release, command: string): Promise<void> => {
    // Loads the server's code only if a check runs, because nothing else needs it.
    const { checkRelease } = await import('./checkRelease');
    await checkRelease({ store, release, command, backendUrl, log });
  };
  const damage = repair ? await scrub(store, log) : [];
  const release = await deploy({
    store,
    change: without === undefined ? { kind: 'deploy', builds } : { kind: 'remove', app: without, builds },
    backendUrl,
    acceptRemovals,
    retries: true,
    log,
    check: check === undefined ? undefined : (release) => runCheck(release, check),
  });
  if (repair) assertRepaired(await findMissing(store, release), damage);
  const deployed = builds.map(({ description: { app } }) => app);
  if (field) {
    const { waitForErrors } = await import('./waitForErrors');
    await waitForErrors({ store, field, release, apps: deployed, log });
  }
  failIfIncomplete(release, deployed);
}

/** @throws Error that lists what could not be restored */
function assertRepaired(missing: string[], damage: string[]): void {
  const lines = [
    ...damage,
    ...missing.map((key) => `${key} is missing. Give --backend, so that it can be made again.`),
  ];
  if (lines.length > 0) throw new Error(`Not everything could be restored:\n  ${lines.join('\n  ')}`);
}
