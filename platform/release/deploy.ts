import { isDeepStrictEqual } from 'node:util';
import { assertExclusive } from '../store/assertExclusive';
import { findBuildDamage } from '../store/findBuildDamage';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { storeBuild } from '../store/storeBuild';
import { findRollbackTarget } from './findRollbackTarget';
import { isStored } from './listStored';
import { makePages, type MakePagesOptions } from './makePages';
import { REFRESH, plan, type Change, type Plan } from './steps/plan';
import { operatorName, publish } from './steps/publish';
import { listContents, describeDeployment, RELEASE_FILE, listVersions, type Release } from './Release';
import { write, type NewParts } from './steps/write';

/**
 * The maximum number of attempts per deployment. A deployment starts again if another one goes live first, or if writing
 * takes too long.
 */
const ATTEMPTS = 50;

/**
 * The maximum number of checks per deployment. A deployment checks its release again if another deployment has changed the
 * live builds since the last check.
 */
const CHECKS = 3;

const LOGGED = 100;

/**
 * The maximum time from a deployment's first write until it goes live, in milliseconds. Prune keeps unneeded files for a day
 * after they are written, so this limit must be less than a day.
 */
const WRITING_LIMIT = 12 * 3_600_000;

export interface DeployOptions extends Omit<MakePagesOptions, 'isPreview'> {
  store: Store;
  change: Change;
  /** Called once the release has been written, before it goes live. If the check throws, the release does not go live. */
  check?: ((release: Release) => Promise<void>) | undefined;
}

/**
 * Makes a change live as one new release, in five steps: plan, read, render, write, publish. Visitors see nothing of the
 * release until the last step, which is one exclusive write. If the process is killed before then, the live site stays as it
 * is. If another deployment goes live first, this deployment starts again from the new live release. Files of the live
 * release that are missing from the store are made again, even if nothing else has changed.
 *
 * @returns the release that is now live; if nothing has changed, the same release as before
 * @throws Error that says what was refused and why. In that case, the live site has not changed
 */
export async function deploy({ store, change, check, log, ...options }: DeployOptions): Promise<Release> {
  const checked: Release[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const planned = await plan(store, change, log);
    const { live, newest, what } = planned;
    const made = await makePages(planned, { ...options, store, log });
    const release = recordChange(made.release, planned);
    if (live && !isWorthPublishing(release, live, planned)) {
      if (isLost(made, live)) await write(store, made, log);
      // A watcher refreshes often, so a refresh that finds no change is not logged.
      if (what !== REFRESH) log(`Nothing to deploy: release ${live.id} is up to date.`);
      return live;
    }

    if (newest === 0) await assertExclusive(store);
    const startedAt = Date.now();
    await write(store, made, log);
    await checkOnce(release);
    const isFresh = Date.now() - startedAt < WRITING_LIMIT;
    if (isFresh && (await publish(store, release, newest + 1))) {
      await keepBuilds(store, made.builds, log);
      log(`Release ${release.id} is live.`);
      return release;
    }
    const setback = isFresh ? 'Another deployment was first' : 'This deployment has taken too long';
    log(`${setback}: starting again from the live release.`);
  }
  throw new Error(
    `Other deployments were first, ${ATTEMPTS} times in a row. See what is live (npm run deploy -- releases), and try again.`,
  );

  /**
   * Runs the check, unless it has already run for the same builds (even if it ran with other data).
   *
   * @throws Error if the check refuses the release, or if the live builds changed during each of `CHECKS` checks
   */
  async function checkOnce(release: Release): Promise<void> {
    const isChecked = checked.some((one) => isDeepStrictEqual(listVersions(one), listVersions(release)));
    if (!check || isChecked) return;
    checked.push(release);
    if (checked.length > CHECKS)
      throw new Error(
        `Other deployments went live during ${CHECKS} checks in a row. Nothing has changed; try again.`,
      );
    await check(release);
  }
}

interface RollbackOptions extends Pick<DeployOptions, 'store' | 'log'> {
  app: string;
  /** The version to go back to, or its first characters; by default, the version that was live before. */
  version?: string | undefined;
}

/**
 * Makes an older build of one app live, with the live pages' data. The rollback is refused if another build of the app goes
 * live in the meantime.
 *
 * @returns the release that is now live
 * @throws Error if the store lacks the build, or if the build is incompatible with the live builds. In either case, nothing
 *   has changed
 */
export async function rollback({ app, version, store, log }: RollbackOptions): Promise<Release> {
  const change = await findRollbackTarget(store, { app, version }, log);
  return deploy({ store, change, log });
}

function recordChange(release: Release, { newest, what }: Plan): Release {
  if (what === REFRESH) return release;
  const own = describeDeployment(release, { number: newest + 1, who: operatorName(), what });
  return { ...release, log: [own, ...release.log].slice(0, LOGGED) };
}

function isWorthPublishing(release: Release, live: Release, { stored }: Plan): boolean {
  const shown = ({ builds, pages, behind, unread, answers, forms, data, made }: Release) => [
    builds,
    pages,
    behind,
    unread,
    answers,
    forms,
    data,
    made,
  ];
  // Each release has a different manifest, so only a new release can replace a lost manifest.
  const hasOwnFile = isStored(stored, RELEASE_FILE, live.files[RELEASE_FILE] ?? '');
  return !hasOwnFile || !isDeepStrictEqual(shown(release), shown(live));
}

/** Whether any of the new parts replace parts of the live release that are missing from the store. */
function isLost({ contents, data, builds }: NewParts, live: Release): boolean {
  const named = new Set(listContents(live).map(([, content]) => content));
  return [...contents.keys()].some((content) => named.has(content)) || data.size + builds.length > 0;
}

/**
 * Writes a build again if prune has removed any of its files during this deployment. Only a deployment can restore a build's
 * files.
 */
async function keepBuilds(store: Store, builds: LoadedBuild[], log: (line: string) => void): Promise<void> {
  for (const build of builds) {
    const { app, version } = build.description;
    if ((await findBuildDamage(store, `${app}/${version}`)).length > 0) await storeBuild(store, build, log);
  }
}
