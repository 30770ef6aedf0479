import { ownerOf } from '@site/shared/ownerOf';
import type { PageManifest, PageRoute } from '@site/shared/contract';
import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import type { LoadRoutes } from './createRouteLoader';

/** Loads the routes of the remote that owns a path. @returns an empty array if no remote owns the path */
export type FindRoutes = (pathname: string) => Promise<PageRoute[]>;

/**
 * Creates the function that finds the routes for a path. The page knows the routes of its own remote. For other remotes,
 * the function consults the live release. It throws if that release is incompatible with the code that the tab has loaded.
 * The path then needs a full page load.
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
    // If the path is exactly the path of a known route, no other remote can own it.
    if (known.some(({ path }) => path === pathname)) return known;
    const { shell: liveShell, remotes } = await live.load();
    const owner = ownerOf(pathname, remotes);
    const isOwn = owner !== undefined && owner.name === own?.name;
    // If the remote's loaded build has a page at this path, the tab keeps that build, even if a newer build is live.
    if (isOwn && (owner.version === own.version || matchRoutes(known, pathname))) return known;
    if (isOwn || liveShell !== shell) throw new Error(`${pathname} is not in this tab’s release.`);
    return owner ? loadRoutes(owner) : [];
  };
}
