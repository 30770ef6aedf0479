import { areStored } from './deploy';
import { describeDeployment } from './describeDeployment';
import { prepareRelease, type DeploymentOptions } from './prepareRelease';
import type { Release } from './Release';
import { storeArtifact } from '../store/storeArtifact';
import { withdrawNamed } from './withdraw';
import { missingContents, writeRelease } from './writeRelease';
import { releaseKey } from './readRelease';

interface PreviewOptions extends DeploymentOptions {
  /** Replaces the earlier previews of this name, e.g. `pr-12`. */
  name?: string | undefined;
}

/**
 * Writes the release that deploying the builds would make live, under an id that nobody can guess; those see it who
 * are told the id, until it is withdrawn, promoted or pruned.
 *
 * @returns that release; the live one if it is no different
 * @throws Error that says what was refused and why
 */
export async function previewRelease(options: PreviewOptions): Promise<Release> {
  const { store, artifacts, dryRun, name, log } = options;
  if (dryRun) return describeDeployment({ ...options, aim: 'a preview' });
  const next = await prepareRelease({ ...options, secret: true });
  if ('unchanged' in next) {
    log(`Nothing to preview: release ${next.unchanged.id}, which is live, has all of it.`);
    await withdrawNamed(options);
    return next.unchanged;
  }
  const { contents } = next;
  const release = {
    ...next.release,
    ...(name && { name }),
    brings: artifacts.map(({ artifact }) => artifact.app),
  };
  for (const artifact of artifacts) await storeArtifact(store, artifact, log);
  await writeRelease(store, release, contents, log);
  if ((await missingContents(store, release)).size > 0 || !(await areStored(options))) {
    await store.remove(releaseKey(release.id));
    throw new Error('Something was removed by prune meanwhile, so there is no preview. Try again.');
  }
  await withdrawNamed(options, release.id);
  log(`Release ${release.id} can be previewed: open any page with ?release=${release.id}`);
  log(`Withdraw it: npm run deploy -- withdraw ${release.id}`);
  return release;
}
