import { findOwner } from '@site/shared/findOwner';
import type { PageManifest, PageRoute } from '@site/shared/contract';
import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import type { LoadRoutes } from './createRouteLoader';

/** Loads the routes of the remote that owns a path. Returns an empty array if no remote owns the path. */
export type FindRoutes = (pathname: string) => Promise<PageRoute[]>;

/**
 * Creates a function that finds the routes for a path. For the page's own remote, the function returns the known routes.
 * For any other remote, it loads the routes from the live release. If the live release is incompatible with the code in this
 * tab, the function throws an error, so that the navigation becomes a full page load.
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
    // If a known route has exactly this path, no other remote can own the path.
    if (known.some(({ path }) => path === pathname)) return known;
    const { shell: liveShell, remotes } = await live.load();
    const owner = findOwner(pathname, remotes);
    const isOwn = owner !== undefined && owner.name === own?.name;
    // If the page's own remote has a page at this path, the tab keeps the build that it has loaded, even if a newer build is
    // live.
    if (isOwn && (owner.version === own.version || matchRoutes(known, pathname))) return known;
    if (isOwn || liveShell !== shell) throw new Error(`${pathname} is not in this tab’s release.`);
    return owner ? loadRoutes(owner) : [];
  };
}
