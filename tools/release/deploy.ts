import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../store/Store';
import { describeDryRun } from './describeDryRun';
import { findBuildDamage, findReleaseDamage } from './findReleaseDamage';
import {
  appsToReadAgain,
  buildsToRestore,
  describeMissing,
  needsRelease,
  noteDamage,
  withoutLost,
  type LostParts,
} from './LostParts';
import { makePages, type MakePagesOptions } from './makePages';
import { forgetDamagedPictures } from './pictures/findDamagedPictures';
import { REFRESH, plan, type Change, type Plan } from './plan';
import { publish } from './publish';
import type { ReadOptions } from './read';
import { liveRelease } from './readHistory';
import { dataKey, releaseKey } from './readRelease';
import { picturesOf, type Release } from './Release';
import type { RenderedRelease } from './render';
import { write, type NewParts } from './write';

/** How often a deployment starts from the top because another one was first, or because something is missing. */
const ATTEMPTS = 50;

/** How many sets of builds one deployment checks at most: another deployment may change the set each time. */
const CHECKS = 3;

export interface MakeOptions extends Change, ReadOptions, Pick<MakePagesOptions, 'renderWith'> {
  store: Store;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  /** Leaves alone what could not be rendered, until its builds or data differ. */
  leavesFailed?: boolean;
  /** Reads all that is live, and makes again what is missing or altered; otherwise it only lists what is there. */
  repair?: boolean | undefined;
}

export interface DeployOptions extends MakeOptions {
  /** Throws if the release, which is written and not yet live, must not go live. */
  check?: ((release: Release) => Promise<void>) | undefined;
}

/** A release that somebody has made, and how. */
interface Made extends RenderedRelease {
  plan: Plan;
  /** False if the live release has all of it, and has lost nothing. */
  isNew: boolean;
}

/**
 * Makes a change live as one new release: plan, read, render, write, publish. Until the last step, which is one
 * exclusive write, visitors see nothing of it; killed at any step, it leaves the live site untouched. What the store has
 * lost of the live release is made again, even if nothing else has changed.
 *
 * @returns the live release; the one that was live if it is no different
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 * @throws Error with `repair` if something is still missing, which says how to get it back
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, check, log } = options;
  const checked: Release[] = [];
  const { plan, release, isNew } = await makeRelease(options, goLive);
  // Whoever looks for new data again and again is told only of what is new.
  if (!isNew && plan.what !== REFRESH) log(`Nothing to deploy: release ${release.id} has all of it.`);
  return release;

  async function goLive({ plan, release }: Made): Promise<boolean> {
    try {
      // What differs in data alone is not checked again.
      if (check && !checked.some(({ apps }) => isDeepStrictEqual(apps, release.apps))) {
        if (checked.push(release) > CHECKS)
          throw new Error(
            `Others deployed during ${CHECKS} checks in a row. Nothing has changed; try again.`,
          );
        await check(release);
      }
    } catch (error) {
      await store.remove(releaseKey(release.id));
      throw error;
    }
    if (!(await publish(store, release, plan.newest + 1, plan.what))) return false;
    log(`Release ${release.id} is live.`);
    return true;
  }
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
 * Takes the steps until they succeed. Before and after the release goes live it looks whether the store has all of it:
 * prune may just have removed the old copy of something that was made again. What is missing is made again at once.
 *
 * @param goLive makes the release, which is written, live. False if another deployment was first
 * @returns the release; the live one if that has all of it already
 * @throws as `deploy`
 */
async function makeRelease(options: MakeOptions, goLive: (made: Made) => Promise<boolean>): Promise<Made> {
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
    const lacksSomething = async () =>
      noteDamage(lost, await findReleaseDamage(store, release), isNew ? writtenParts(made) : new Set());
    if (isNew) await write(store, made, log);
    const isWhole = !(await lacksSomething());
    if (isWhole && !isNew) return reportRest(made, lost, options);
    if (isWhole && (await goLive(made))) {
      if (!(await lacksSomething())) return reportRest(made, lost, options);
      setback = 'Something of it has just been removed from the store';
      // Only that is changed from here on.
      const atHand = [...(options.artifacts ?? []), ...made.plan.artifacts];
      change = { ...options, artifacts: [], atHand, without: undefined, back: undefined };
    } else {
      setback = isWhole ? 'Another deployment was first' : 'The store lacks something of it';
      // Nothing names this release, and the next attempt has an id of its own.
      if (isNew) await store.remove(releaseKey(release.id));
    }
    log(`${setback}: starting again from what is live now.`);
  }
  throw new Error(
    `${setback}, ${ATTEMPTS} times in a row. See what is live (npm run deploy -- releases), and try again.`,
  );
}

/**
 * Finds what the listing in each attempt does not: damaged builds that are deployed again, and with `repair` all damage.
 *
 * @returns what the live release has lost
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
  if (repair || dryRun) noteDamage(lost, await findReleaseDamage(store, live, repair));
  for (const {
    artifact: { app, version },
  } of artifacts)
    if (live.apps[app] === version) noteDamage(lost, await findBuildDamage(store, `${app}/${version}`, true));
  return lost;
}

/** The first three steps: plan, read, render. */
async function takeSteps(options: MakeOptions, lost: LostParts): Promise<Made> {
  const { store, artifacts: given = [], atHand = [], leavesFailed, log } = options;
  const planned = await plan(store, options, log);
  const { live, set, earlier } = planned;
  noteDamage(
    lost,
    set.flatMap(({ damage }) => damage ?? []),
  );
  const from = live && withoutLost(live, lost);
  const reads = [...new Set([...planned.reads, ...appsToReadAgain(live, lost)])];
  const whole = { ...planned, reads, earlier: earlier.map((one) => withoutLost(one, lost)) };
  const retried = leavesFailed ? [] : reads;
  const { data, rendered } = await makePages(whole, { ...options, from, retried });
  const { release } = rendered;
  const again = [...data.contents].filter(([hash]) => lost.has(dataKey(hash)));
  // What is gone back to is in the store: prune keeps builds for longer than anybody can go back to them.
  const stored = options.back ? [] : planned.artifacts;
  const putBack = await buildsToRestore(store, release, lost, [...given, ...atHand, ...planned.artifacts]);
  const made = {
    ...rendered,
    data: new Map([...rendered.data, ...again]),
    artifacts: [...new Set([...stored, ...putBack])],
  };
  if (!live || !isDeepStrictEqual(shownBy(release), shownBy(live)))
    return { ...made, plan: planned, isNew: true };
  const isNew = needsRelease(live, lost, writtenParts(made));
  return { ...made, release: isNew ? release : live, plan: planned, isNew };
}

/** What has to be the same for a release to be no different. */
function shownBy({ apps, pages, failed, unread }: Release) {
  return [apps, pages, failed, unread];
}

function writtenParts({ contents, data, artifacts }: NewParts): Set<string> {
  return new Set([
    ...[...contents.keys()].map((content) => `pages/${content}`),
    ...[...data.keys()].map(dataKey),
    ...artifacts.map(({ artifact: { app, version } }) => `${app}/${version}`),
  ]);
}

/** Says what is lost and could not be made again. @throws Error that says so if it was asked for */
function reportRest(made: Made, lost: LostParts, { repair, log }: MakeOptions): Made {
  const left = describeMissing(made.release, lost, made.isNew ? writtenParts(made) : new Set());
  if (repair && left.length > 0) throw new Error(`Not all could be made again:\n  ${left.join('\n  ')}`);
  for (const line of left) log(line);
  return made;
}
