import { ownerOf } from '@site/shared/ownerOf';
import type { PageManifest, PageRoute } from '@site/shared/remote';
import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import type { LoadRoutes } from './createRouteLoader';

/** Loads the routes of the remote that owns a path; none for a path that only the 404 page answers. */
export type FindRoutes = (pathname: string) => Promise<PageRoute[]>;

/**
 * Makes the lookup of the routes for a path. The page knows those of its own remote, and finds all others in the live
 * release, if that fits what the tab has loaded. Otherwise it throws: only a full page load leads to that path.
 *
 * @param known the routes of the page's own remote
 */
export function createRouteFinder(
  { shell, remote: own }: PageManifest,
  known: PageRoute[],
  live: LiveRelease,
  loadRoutes: LoadRoutes,
): FindRoutes {
  return async (pathname) => {
    // If the route is exactly this path, without a parameter, no other remote can own it.
    if (known.some(({ path }) => path === pathname)) return known;
    const { shell: liveShell, remotes } = await live.load();
    const owner = ownerOf(pathname, remotes);
    const isOwn = owner !== undefined && owner.name === own?.name;
    // The tab keeps the remote that it has loaded, unless only a newer build may have a page at this path.
    if (isOwn && (owner.version === own.version || matchRoutes(known, pathname))) return known;
    if (isOwn || liveShell !== shell) throw new Error(`${pathname} is not in this tab’s release.`);
    return owner ? loadRoutes(owner) : [];
  };
}
