import { describeDeployment } from './describeDeployment';
import { makeLive } from '../release/makeLive';
import { prepareRelease } from '../release/prepareRelease';
import type { DeploymentOptions } from '../release/prepareRelease';
import type { Release } from '../release/Release';
import { isStored, storeArtifact } from '../build/storeArtifact';
import { writeRelease } from '../release/writeRelease';

/** How often a deployment composes again because another one was first. */
const ATTEMPTS = 50;

interface DeployOptions extends DeploymentOptions {
  /** The command, for those who read the history. */
  what?: string;
  /** Only checks, renders and says what would happen. */
  dryRun?: boolean | undefined;
}

/**
 * Puts builds in force as one new release. Until its last step, which is one exclusive write, visitors see
 * nothing of it; killed at any step, it leaves the live site untouched.
 *
 * @returns the live release; the one in force if it is no different
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, artifacts, dryRun, log } = options;
  if (dryRun) return describeDeployment({ ...options, aim: 'a release' });
  const apps = artifacts.map(({ artifact }) => artifact.app);
  const what = options.what ?? (apps.length > 0 ? `deploy ${apps.join(' ')}` : 'refresh');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const next = await prepareRelease(options);
    if ('unchanged' in next) {
      log(`Nothing to deploy: release ${next.unchanged.id} has all of it.`);
      await store.follow();
      return next.unchanged;
    }
    const { release, files, number } = next;
    for (const artifact of artifacts) await storeArtifact(store, artifact, log);
    await writeRelease(store, release, files, log);
    // A prune that found a build old just before it was stored again may have gone on to remove it.
    if (!(await areStored(options))) {
      log('A build was removed by prune meanwhile: storing it again.');
    } else if (await makeLive(store, release.id, number + 1, what)) {
      log(`Release ${release.id} is live.`);
      return release;
    } else {
      log('Another deployment was first: composing again from its release.');
    }
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}

async function areStored({ store, artifacts }: DeployOptions): Promise<boolean> {
  const found = await Promise.all(artifacts.map(({ artifact }) => isStored(store, artifact)));
  return found.every(Boolean);
}
