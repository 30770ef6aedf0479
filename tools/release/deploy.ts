import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../store/Store';
import { describeBuilds } from './describeBuilds';
import { REFRESH, plan, type Change, type Plan } from './plan';
import { publish } from './publish';
import { openReading, read, type ReadOptions } from './read';
import { releaseKey } from './readRelease';
import type { Release } from './Release';
import { render, type RenderedRelease } from './render';
import { openRenderers } from './renderer/openRenderers';
import { writeWhole, type NewParts } from './write';

/** How often a deployment starts from the top because another one was first. */
const ATTEMPTS = 50;

/** How many sets of builds one deployment checks at most: another deployment may change the set each time. */
const CHECKS = 3;

export interface MakeOptions extends Change, ReadOptions {
  store: Store;
}

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
  let isFromScratch = false;
  const checked: Release[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const made = await makeRelease(options, { isFromScratch });
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
        `Would make a release of ${describeBuilds(release.apps, release.builds)}. Nothing has been written.`,
      );
      return release;
    }
    isFromScratch = !(await writeWhole(store, made, log));
    if (isFromScratch) continue;
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

/** A release that is checked and rendered, but not written. */
interface MadeRelease extends NewParts {
  plan: Plan;
  /** The pages that were rendered for it. */
  pages: RenderedRelease['pages'];
}

/**
 * The first three steps, which write nothing: plan, read, render.
 *
 * @param isFromScratch takes nothing over from other releases, since the store has lost something of them
 * @param secret gives the release an id that nobody can guess
 * @returns the live release if it has all of it already
 * @throws Error that says what was refused and why
 */
export async function makeRelease(
  { store, ...options }: MakeOptions,
  { isFromScratch = false, secret = false } = {},
): Promise<MadeRelease | { plan: Plan; unchanged: Release }> {
  const { log } = options;
  const planned = await plan(store, options, log);
  // Any app may have shown data that is lost.
  const reads = isFromScratch ? planned.set.map(({ artifact }) => artifact.app) : planned.reads;
  const backend = openReading(options.backendUrl);
  const renderers = openRenderers(planned.set, backend.read);
  try {
    const data = await read({ ...planned, reads }, renderers, backend, options);
    const { release, contents, pages } = await render(planned, data, {
      store,
      renderers,
      isFromScratch,
      secret,
      log,
    });
    const { live, artifacts } = planned;
    const isSame = isDeepStrictEqual([release.apps, release.pages], [live?.apps, live?.pages]);
    if (live && !isFromScratch && isSame) return { plan: planned, unchanged: live };
    return {
      plan: planned,
      release,
      contents,
      pages,
      artifacts,
      data: newData(release, data.contents, isFromScratch ? undefined : live),
    };
  } finally {
    renderers.close();
  }
}

/** The data that pages of the release show, and those of the release that is taken over do not. */
function newData(
  { pages }: Release,
  contents: ReadonlyMap<string, string>,
  from: Release | undefined,
): Map<string, string> {
  const hashesIn = (of: Release['pages'] = {}) =>
    new Set(Object.values(of).flatMap(({ data }) => data ?? []));
  const stored = hashesIn(from?.pages);
  const shown = hashesIn(pages);
  return new Map([...contents].filter(([hash]) => shown.has(hash) && !stored.has(hash)));
}
