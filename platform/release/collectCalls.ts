import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { buildsOf, type BuildCalls, type Release } from './Release';

/** The maximum number of different declarations in a release. Only the newest ones are listed. */
const LIMIT = 100;

/**
 * The calls that the site allows while a release is live (§7): the calls of its own builds, and those of earlier builds
 * that may still be running in open tabs. A release lists all of these calls, so that the server need not read any
 * other release.
 *
 * @param set the release's builds
 * @param live the release that is live now
 * @param dropsRemoved whether to drop the calls of builds that prune has removed; this requires listing the stored
 *   builds
 */
export async function collectCalls(
  store: Store,
  set: Pick<LoadedArtifact, 'artifact'>[],
  live: Release | undefined,
  dropsRemoved: boolean,
): Promise<BuildCalls[]> {
  const earlier = live ? (live.calls ?? undeclaredCalls(live)) : [];
  const declaring = earlier.filter(({ calls }) => calls !== undefined);
  const known = new Set(declaring.flatMap(({ builds }) => builds));
  // A damaged live build may have lost its declaration, but the live release still lists its calls.
  const own = declaredCalls(set).filter(
    ({ builds, calls }) => calls !== undefined || !builds.some((build) => known.has(build)),
  );
  const kept = dropsRemoved ? await withoutRemoved(store, earlier) : earlier;
  return merge([...own, ...kept]);
}

/** The calls that remote builds declare. */
export function declaredCalls(set: Pick<LoadedArtifact, 'artifact'>[]): BuildCalls[] {
  const declared: BuildCalls[] = [];
  for (const { artifact } of set) {
    const { app, version, remote } = artifact;
    if (!remote) continue;
    declared.push({ builds: [`${app}/${version}`], ...(remote.calls && { calls: remote.calls }) });
  }
  return declared;
}

/** The remote builds of a release that was made before remotes declared their calls. */
function undeclaredCalls(release: Release): BuildCalls[] {
  return [{ builds: [...buildsOf(release)].filter((build) => !build.startsWith('shell/')) }];
}

/** Drops the builds that the store no longer has, and the declarations that have no build left. */
async function withoutRemoved(store: Store, earlier: BuildCalls[]): Promise<BuildCalls[]> {
  const builds = earlier.flatMap((one) => one.builds);
  const apps = new Set(builds.map((build) => build.split('/')[0] ?? ''));
  const stored = new Set<string>();
  for (const app of apps) {
    for (const version of await store.list(`artifacts/${app}/`)) stored.add(`${app}/${version}`);
  }
  const kept = earlier.map((one) => ({ ...one, builds: one.builds.filter((build) => stored.has(build)) }));
  return kept.filter((one) => one.builds.length > 0);
}

/** Groups builds with the same declaration, and drops builds that declare no calls. */
function merge(declarations: BuildCalls[]): BuildCalls[] {
  const merged = new Map<string, BuildCalls>();
  for (const { builds, calls } of declarations) {
    if (calls?.length === 0) continue;
    const key = JSON.stringify(calls ?? 'undeclared');
    const others = merged.get(key)?.builds ?? [];
    const all = new Set([...others, ...builds]);
    merged.set(key, { builds: [...all], ...(calls && { calls }) });
  }
  return [...merged.values()].slice(0, LIMIT);
}
