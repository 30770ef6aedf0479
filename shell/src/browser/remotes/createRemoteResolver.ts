import { ownerOf } from '@site/shared/ownerOf';
import type { PageManifest, PageRoute, ReleaseRemote } from '@site/shared/remote';
import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';

/** Finds the remote that owns a path; undefined for a path that only the 404 page answers. */
export type ResolveRemote = (pathname: string) => Promise<ReleaseRemote | undefined>;

/**
 * Makes the lookup of the remotes that own paths. The page knows its own remote, and finds all others in the live
 * release, if that fits what the tab has loaded. Otherwise it throws: only a full page load leads to that path.
 *
 * @param known the routes of the page's own remote
 */
export function createRemoteResolver(
  { shell, remote: own }: PageManifest,
  known: PageRoute[],
  live: LiveRelease,
): ResolveRemote {
  return async (pathname) => {
    // If the route is exactly this path, without a parameter, no other remote can own it.
    if (own && known.some(({ path }) => path === pathname)) return own;
    const { shell: liveShell, remotes } = await live.load();
    const owner = ownerOf(pathname, remotes);
    const isOwn = owner !== undefined && owner.name === own?.name;
    // The tab keeps the remote that it has loaded, unless only a newer build may have a page at this path.
    if (isOwn && (owner.version === own.version || matchRoutes(known, pathname))) return own;
    if (isOwn || liveShell !== shell) throw new Error(`${pathname} is not in this tab’s release.`);
    return owner;
  };
}
