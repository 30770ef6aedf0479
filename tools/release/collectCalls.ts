import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { buildsOf, type BuildCalls, type Release } from './Release';

/** How many different declarations a release carries at most, the newest first. */
const MOST = 100;

/**
 * The calls that the site allows once a release is live (§7): those of its own builds, and those of builds that were live
 * before, since open tabs still make them. A build's calls go when prune removes it. The server needs to know no other
 * release than the live one.
 *
 * @param set the release's builds
 * @param live the release that is live now
 * @param looks whether to look which earlier builds are still in the store
 */
export async function collectCalls(
  store: Store,
  set: Pick<LoadedArtifact, 'artifact'>[],
  live: Release | undefined,
  looks: boolean,
): Promise<BuildCalls[]> {
  const earlier = live ? (live.calls ?? undeclaredIn(live)) : [];
  const known = new Set(earlier.flatMap(({ builds, calls }) => (calls ? builds : [])));
  // A live build of which nothing is left to read is one of those.
  const own = declaredCalls(set).filter(
    ({ builds, calls }) => calls !== undefined || !builds.some((build) => known.has(build)),
  );
  return merge([...own, ...(looks ? await withoutRemoved(store, earlier) : earlier)]);
}

/** What builds say themselves. */
export function declaredCalls(set: Pick<LoadedArtifact, 'artifact'>[]): BuildCalls[] {
  return set.flatMap(({ artifact: { app, version, remote } }) =>
    remote ? [{ builds: [`${app}/${version}`], ...(remote.calls && { calls: remote.calls }) }] : [],
  );
}

/** A release of before calls were declared. */
function undeclaredIn(release: Release): BuildCalls[] {
  return [{ builds: [...buildsOf(release)].filter((build) => !build.startsWith('shell/')) }];
}

async function withoutRemoved(store: Store, earlier: BuildCalls[]): Promise<BuildCalls[]> {
  const apps = new Set(earlier.flatMap(({ builds }) => builds.map((build) => build.split('/')[0] ?? '')));
  const listed = [...apps].map(async (app) =>
    (await store.list(`artifacts/${app}/`)).map((version) => `${app}/${version}`),
  );
  const stored = new Set((await Promise.all(listed)).flat());
  return earlier.flatMap(({ builds, ...declared }) => {
    const kept = builds.filter((build) => stored.has(build));
    return kept.length > 0 ? [{ builds: kept, ...declared }] : [];
  });
}

/** Builds that declare the same are listed together, and those that declare nothing are left out. */
function merge(all: BuildCalls[]): BuildCalls[] {
  const merged = new Map<string, BuildCalls>();
  for (const { builds, calls } of all) {
    if (calls?.length === 0) continue;
    const key = JSON.stringify(calls ?? 'undeclared');
    const others = merged.get(key)?.builds ?? [];
    merged.set(key, { builds: [...new Set([...others, ...builds])], ...(calls && { calls }) });
  }
  return [...merged.values()].slice(0, MOST);
}
