import { isDeepStrictEqual } from 'node:util';
import { describeBuilds } from './describeBuilds';
import { makeRelease, type MakeOptions } from './makeRelease';
import { releaseKey } from './parseRelease';
import { REFRESH } from './plan';
import { publish } from './publish';
import type { Release } from './Release';
import { writeWhole } from './write';

/** How often a deployment starts from the top because another one was first. */
const ATTEMPTS = 50;

/** How many sets of builds one deployment checks at most: another deployment may change the set each time. */
const CHECKS = 3;

export interface DeployOptions extends MakeOptions {
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  /** Throws if the release, which is written and not yet live, must not go live. */
  check?: ((release: Release) => Promise<void>) | undefined;
}

/**
 * Makes a change live as one new release: plan, read, render, write, publish. Until the last step, which is one
 * exclusive write, visitors see nothing of it; killed at any step, it leaves the live site untouched.
 *
 * @returns the live release; the one that was live if it is no different
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, dryRun, check, log } = options;
  let lost: ReadonlySet<string> = new Set();
  const checked: Release[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const made = await makeRelease(options, { lost });
    if ('unchanged' in made) {
      // Whoever looks for new data again and again is told only of what is new.
      if (made.plan.what !== REFRESH) log(`Nothing to deploy: release ${made.unchanged.id} has all of it.`);
      return made.unchanged;
    }
    const { plan, release, artifacts, pages } = made;
    if (dryRun) {
      for (const { artifact } of artifacts) log(`Would store ${artifact.app} ${artifact.version}`);
      for (const { file } of pages) log(`Would write ${file}`);
      log(
        `Would make a release of ${describeBuilds(release.apps, release.block.builds)}. Nothing has been written.`,
      );
      return release;
    }
    const written = await writeWhole(store, made, log);
    lost = written.lost;
    if (!written.isWhole) continue;
    // What differs in data alone is not checked again.
    if (check && !checked.some(({ apps }) => isDeepStrictEqual(apps, release.apps))) {
      const checking = checked.push(release) > CHECKS ? refuseToCheck() : check(release);
      await checking.catch(async (error: unknown) => {
        await store.remove(releaseKey(release.id));
        throw error;
      });
    }
    if (await publish(store, release, plan.newest + 1, plan.what, log)) {
      log(`Release ${release.id} is live.`);
      return release;
    }
    log('Another deployment was first: starting again from its release.');
    // Nothing names this release, and the next attempt has an id of its own.
    await store.remove(releaseKey(release.id));
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}

function refuseToCheck(): Promise<never> {
  const problem = `Others deployed during ${CHECKS} checks in a row.`;
  return Promise.reject(new Error(`${problem} Nothing has changed; try again.`));
}
