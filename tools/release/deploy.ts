import { describeDeployment } from './describeDeployment';
import { publish, REFRESH } from './publish';
import { prepareRelease, type DeploymentOptions } from './prepareRelease';
import type { Release } from './Release';
import { isStored, storeArtifact } from '../store/storeArtifact';
import { releaseKey } from './readRelease';
import { missingContents, writeRelease } from './writeRelease';

/** How often a deployment composes again because another one was first. */
const ATTEMPTS = 50;

interface DeployOptions extends DeploymentOptions {
  /** The command, for those who read the history. */
  what?: string;
}

/**
 * Makes builds live as one new release. Until its last step, which is one exclusive write, visitors see nothing of
 * it; killed at any step, it leaves the live site untouched.
 *
 * @returns the live release; the one that was live if it is no different
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, artifacts, dryRun, log } = options;
  if (dryRun) return describeDeployment({ ...options, aim: 'a release' });
  const apps = artifacts.map(({ artifact }) => artifact.app);
  const what = options.what ?? (apps.length > 0 ? `deploy ${apps.join(' ')}` : REFRESH);
  let lost: ReadonlySet<string> = new Set();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const next = await prepareRelease({ ...options, lost });
    if ('unchanged' in next) {
      log(`Nothing to deploy: release ${next.unchanged.id} has all of it.`);
      return next.unchanged;
    }
    const { release, contents, number } = next;
    for (const artifact of artifacts) await storeArtifact(store, artifact, log);
    await writeRelease(store, release, contents, log);
    // A prune that found something old just before it was used again may have gone on to remove it.
    lost = await missingContents(store, release);
    if (lost.size > 0 || !(await areStored(options))) {
      log('Something was removed by prune meanwhile: storing it again.');
    } else if (await publish(store, release, number + 1, what)) {
      log(`Release ${release.id} is live.`);
      return release;
    } else {
      log('Another deployment was first: composing again from its release.');
    }
    // It is nobody's release, and the next attempt has an id of its own.
    await store.remove(releaseKey(release.id));
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}

/** Whether all of the builds is in the store. */
export async function areStored({ store, artifacts }: DeploymentOptions): Promise<boolean> {
  const found = await Promise.all(artifacts.map(({ artifact }) => isStored(store, artifact)));
  return found.every(Boolean);
}
