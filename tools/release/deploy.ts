import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../store/Store';
import { describeBuilds } from './describeBuilds';
import { REFRESH, plan, type Change, type Plan } from './plan';
import { publish } from './publish';
import { read, type ReadOptions } from './read';
import { releaseKey } from './readRelease';
import type { Release } from './Release';
import { render } from './render';
import { openRenderers } from './renderer/openRenderers';
import { writeWhole } from './write';

/** How often a deployment starts from the top because another one was first. */
const ATTEMPTS = 50;

/** How often a release is made again because prune has removed something of it. */
const WRITES = 5;

/** How many sets of builds one deployment checks at most: another deployment may change the set each time. */
const CHECKS = 3;

interface MakeOptions extends Change, ReadOptions {
  store: Store;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  /** Leaves alone what could not be rendered, until its builds or data differ. */
  leavesFailed?: boolean;
}

export interface DeployOptions extends MakeOptions {
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
  const checked: Release[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { plan, release, isNew } = await makeRelease(options);
    if (!isNew) {
      // Whoever looks for new data again and again is told only of what is new.
      if (plan.what !== REFRESH) log(`Nothing to deploy: release ${release.id} has all of it.`);
      return release;
    }
    if (dryRun) return release;
    // What differs in data alone is not checked again.
    if (check && !checked.some(({ apps }) => isDeepStrictEqual(apps, release.apps))) {
      try {
        if (checked.push(release) > CHECKS)
          throw new Error(
            `Others deployed during ${CHECKS} checks in a row. Nothing has changed; try again.`,
          );
        await check(release);
      } catch (error) {
        await store.remove(releaseKey(release.id));
        throw error;
      }
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

/**
 * The first four steps: plan, read, render, write; of a dry run it is only said what would be written.
 *
 * @returns the release, which nobody sees yet; the live one if that has all of it already
 * @throws Error that says what was refused and why
 */
async function makeRelease(options: MakeOptions): Promise<{ plan: Plan; release: Release; isNew: boolean }> {
  const { store, backendUrl, dryRun, leavesFailed, log } = options;
  for (let attempt = 1; attempt <= WRITES; attempt += 1) {
    const planned = await plan(store, options, log);
    const { live, set, artifacts } = planned;
    // If the store has lost something, nothing is taken over, and all data is read: any app may have shown what is lost.
    const from = attempt === 1 ? live : undefined;
    const reads = attempt === 1 ? planned.reads : set.map(({ artifact }) => artifact.app);
    const renderers = openRenderers(set, backendUrl);
    const rest = { store, renderers, from, retried: leavesFailed ? [] : reads, log };
    const made = await read({ live, reads }, renderers, options)
      .then((data) => render(planned, data, rest))
      .finally(renderers.close);
    const { release } = made;
    if (from && isDeepStrictEqual(shownBy(release), shownBy(from)))
      return { plan: planned, release: from, isNew: false };
    if (dryRun) {
      for (const { artifact } of artifacts) log(`Would store ${artifact.app} ${artifact.version}`);
      for (const { file } of made.pages) log(`Would write ${file}`);
      const builds = describeBuilds(release.apps, release.builds);
      log(`Would make a release of ${builds}. Nothing has been written.`);
    }
    if (dryRun || (await writeWhole(store, made, log))) return { plan: planned, release, isNew: true };
  }
  throw new Error(
    `Prune has removed something of it ${WRITES} times in a row, so there is no release. Try again.`,
  );
}

/** What has to be the same for a release to be no different. */
function shownBy({ apps, pages, failed }: Release) {
  return [apps, pages, failed];
}
