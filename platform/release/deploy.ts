import { isDeepStrictEqual } from 'node:util';
import { expectExclusive } from '../store/expectExclusive';
import type { Store } from '../store/Store';
import { describeDryRun } from './describeDryRun';
import { findBuildDamage, findReleaseDamage } from './findReleaseDamage';
import {
  appsToReadAgain,
  buildsToRestore,
  describeMissing,
  needsRelease,
  recordDamage,
  withoutLost,
  type LostParts,
} from './LostParts';
import { makePages, type MakePagesOptions } from './makePages';
import { forgetDamagedPictures } from '../pictures/findDamagedPictures';
import { REFRESH, plan, type Change, type Plan } from './plan';
import { publish } from './publish';
import type { ReadOptions } from './read';
import { liveRelease } from './readHistory';
import { dataKey, releaseKey } from './readRelease';
import { picturesOf, type Release } from './Release';
import type { RenderedRelease } from './render';
import { write, type NewParts } from './write';

/**
 * The maximum number of attempts at a deployment. An attempt fails if another deployment goes live first, or if parts
 * are lost.
 */
const ATTEMPTS = 50;

/** How often a deployment may run its check. It checks again if another deployment has changed the builds meanwhile. */
const CHECKS = 3;

export interface MakeOptions extends Change, ReadOptions, Pick<MakePagesOptions, 'renderWith'> {
  store: Store;
  /** Only logs what would happen. */
  dryRun?: boolean | undefined;
  /** Leaves failed pages alone until their builds or data change. */
  leavesFailed?: boolean;
  /**
   * Reads all files of the live release, so that altered files are restored, too. By default, only missing files are
   * restored.
   */
  repair?: boolean | undefined;
}

export interface DeployOptions extends MakeOptions {
  /**
   * Checks the release, which has been written but is not live yet. If the check throws, the release does not go live.
   */
  check?: ((release: Release) => Promise<void>) | undefined;
}

/** A release that has been made, and its plan. */
interface MadeRelease extends RenderedRelease {
  plan: Plan;
  /** False if `release` is the live release, because nothing has changed and no part is lost. */
  isNew: boolean;
}

/**
 * Makes a change live as one new release, in five steps: plan, read, render, write, publish. Visitors see nothing of
 * the release until the last step, which is one exclusive write. If the process is killed at any step, the live site
 * stays as it is. Lost parts of the live release are restored, even if nothing else has changed.
 *
 * @returns the release that is live now; the same one as before if nothing has changed
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 * @throws Error if `repair` is set and parts are still missing; the error lists these parts and how to restore them
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, check, log } = options;
  const checked: Release[] = [];
  const { plan, release, isNew } = await makeRelease(options, goLive);
  // A watcher refreshes again and again, and logs only changes.
  if (!isNew && plan.what !== REFRESH) log(`Nothing to deploy: release ${release.id} is up to date.`);
  return release;

  async function goLive({ plan, release }: MadeRelease): Promise<boolean> {
    try {
      await checkOnce(release);
    } catch (error) {
      await store.remove(releaseKey(release.id));
      throw error;
    }
    const isLive = await publish(store, release, plan.newest + 1, plan.what);
    if (isLive) log(`Release ${release.id} is live.`);
    return isLive;
  }

  /** Checks each set of builds only once, even if data has changed since. */
  async function checkOnce(release: Release): Promise<void> {
    const isChecked = checked.some(({ apps }) => isDeepStrictEqual(apps, release.apps));
    if (!check || isChecked) return;
    checked.push(release);
    if (checked.length > CHECKS)
      throw new Error(
        `Other deployments went live during ${CHECKS} checks in a row. Nothing has changed; try again.`,
      );
    await check(release);
  }
}

interface RollbackOptions extends Pick<DeployOptions, 'store' | 'dryRun' | 'log'> {
  app: string;
  /** The version to go back to, or its first characters; by default the version that was live before. */
  version?: string | undefined;
}

/**
 * Makes an older build of one app live. This is a deployment of that build, with the data of the live pages.
 *
 * @returns the live release
 * @throws Error if the store lacks the build, or the build is incompatible with the live set; nothing has changed then
 */
export function rollback({ app, version, ...options }: RollbackOptions): Promise<Release> {
  return deploy({ ...options, back: { app, version } });
}

/**
 * Repeats the steps until they succeed. Both before and after the release goes live, all of its parts are looked up in
 * the store, since prune may just have removed an older part that the release reuses. Missing parts are rebuilt at
 * once.
 *
 * @param goLive makes the written release live; returns false if another deployment went live first
 * @returns the new release, or the live release if nothing has changed
 * @throws the same errors as `deploy`
 */
async function makeRelease(
  options: MakeOptions,
  goLive: (made: MadeRelease) => Promise<boolean>,
): Promise<MadeRelease> {
  const { store, dryRun, log } = options;
  const lost = await findLostParts(options);
  let change = options;
  let setback = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const made = await takeSteps(change, lost);
    const { release, isNew } = made;
    if (dryRun) {
      if (isNew) describeDryRun('a release', { ...made, artifacts: made.plan.artifacts }, log);
      return made;
    }

    if (isNew && made.plan.newest === 0) await expectExclusive(store);
    if (isNew) await write(store, made, log);
    const isIntact = await isStored(made);
    if (isIntact && !isNew) return reportMissing(made, lost, options);
    const isLive = isIntact && (await goLive(made));
    if (isLive && (await isStored(made))) return reportMissing(made, lost, options);

    if (isLive) {
      setback = 'Part of the release has just been removed from the store';
      change = repairOnly(options, made);
    } else {
      setback = isIntact ? 'Another deployment was first' : 'The store lacks part of the release';
      // The next attempt makes a release with another id, and nothing refers to this one, so its manifest can go.
      if (isNew) await store.remove(releaseKey(release.id));
    }
    log(`${setback}: starting again from the live release.`);
  }
  throw new Error(
    `${setback}, ${ATTEMPTS} times in a row. See what is live (npm run deploy -- releases), and try again.`,
  );

  /** Records the missing parts of a release. @returns true if every part that can be restored is there */
  async function isStored(made: MadeRelease): Promise<boolean> {
    const damage = await findReleaseDamage(store, made.release);
    return !recordDamage(lost, damage, partsWrittenFor(made));
  }
}

/** The change to make after an incomplete release went live: it only restores missing parts. */
function repairOnly(options: MakeOptions, { plan }: MadeRelease): MakeOptions {
  const atHand = [...(options.artifacts ?? []), ...plan.artifacts];
  return { ...options, artifacts: [], atHand, without: undefined, back: undefined };
}

/**
 * Finds altered files, which a listing of the store does not show. By default, this reads only live builds that are
 * deployed again; with `repair`, it reads the whole live release.
 *
 * @returns the lost parts of the live release
 */
async function findLostParts({
  store,
  dryRun,
  repair,
  artifacts = [],
  log,
}: MakeOptions): Promise<LostParts> {
  const lost: LostParts = new Map();
  const live = await liveRelease(store);
  if (!live) return lost;
  if (repair && !dryRun) await forgetDamagedPictures(store, picturesOf(live), log, true);
  if (repair || dryRun) recordDamage(lost, await findReleaseDamage(store, live, repair));
  for (const { artifact } of artifacts) {
    const { app, version } = artifact;
    if (live.apps[app] !== version) continue;
    recordDamage(lost, await findBuildDamage(store, `${app}/${version}`, true));
  }
  return lost;
}

/** The first three steps: plan, read, render. */
async function takeSteps(options: MakeOptions, lost: LostParts): Promise<MadeRelease> {
  const { store, artifacts: given = [], atHand = [], leavesFailed, log } = options;
  const planned = await plan(store, options, log);
  const { live, set, earlier } = planned;
  const damage = set.flatMap((build) => build.damage ?? []);
  recordDamage(lost, damage);

  const reads = [...new Set([...planned.reads, ...appsToReadAgain(live, lost)])];
  const { data, rendered } = await makePages(
    { ...planned, reads, earlier: earlier.map((release) => withoutLost(release, lost)) },
    { ...options, from: live && withoutLost(live, lost), retried: leavesFailed ? [] : reads },
  );
  const { release } = rendered;

  const restoredData = [...data.contents].filter(([hash]) => lost.has(dataKey(hash)));
  // A rollback's build is still in the store, since prune keeps a build for longer than it can be rolled back to.
  const newBuilds = options.back ? [] : planned.artifacts;
  const usable = [...given, ...atHand, ...planned.artifacts];
  const restoredBuilds = await buildsToRestore(store, release, lost, usable);
  const made = {
    ...rendered,
    plan: planned,
    data: new Map([...rendered.data, ...restoredData]),
    artifacts: [...new Set([...newBuilds, ...restoredBuilds])],
  };

  if (!live || !isDeepStrictEqual(shownBy(release), shownBy(live))) return { ...made, isNew: true };
  const isNew = needsRelease(live, lost, partsIn(made));
  return { ...made, release: isNew ? release : live, isNew };
}

/** The fields that are compared with the live release: if any of them differs, the release is worth publishing. */
function shownBy({ apps, pages, failed, unread, answers, forms }: Release) {
  return [apps, pages, failed, unread, answers, forms];
}

/** The parts that were written for a release; none if the release was already live. */
function partsWrittenFor(made: MadeRelease): Set<string> {
  return made.isNew ? partsIn(made) : new Set();
}

function partsIn({ contents, data, artifacts }: NewParts): Set<string> {
  const parts = new Set<string>();
  for (const content of contents.keys()) parts.add(`pages/${content}`);
  for (const hash of data.keys()) parts.add(dataKey(hash));
  for (const { artifact } of artifacts) parts.add(`${artifact.app}/${artifact.version}`);
  return parts;
}

/** Logs the parts that could not be restored. @throws Error that lists them instead, if a repair was requested */
function reportMissing(made: MadeRelease, lost: LostParts, { repair, log }: MakeOptions): MadeRelease {
  const missing = describeMissing(made.release, lost, partsWrittenFor(made));
  if (repair && missing.length > 0)
    throw new Error(`Not everything could be restored:\n  ${missing.join('\n  ')}`);
  for (const line of missing) log(line);
  return made;
}
