import { describeBuilds } from './describeBuilds';
import { prepareRelease, type DeploymentOptions } from './prepareRelease';
import type { Release } from './Release';

interface DescriptionOptions extends DeploymentOptions {
  /** What the builds would become part of. */
  aim: 'a release' | 'a preview';
}

/**
 * Checks and renders what a deployment would make live, and says what it would do. Nothing is written.
 *
 * @returns the release that would result; the live one if it is no different
 * @throws Error that says what would be refused and why
 */
export async function describeDeployment({ aim, ...options }: DescriptionOptions): Promise<Release> {
  const { artifacts, log } = options;
  const next = await prepareRelease(options);
  if ('unchanged' in next) {
    log(`Nothing to deploy: release ${next.unchanged.id} has all of it.`);
    return next.unchanged;
  }
  for (const { artifact } of artifacts) log(`Would store ${artifact.app} ${artifact.version}`);
  for (const { file } of next.rendered) log(`Would write ${file}`);
  log(
    `Would make ${aim} of ${describeBuilds(next.release.apps, next.release.block.builds)}. Nothing has been written.`,
  );
  return next.release;
}
