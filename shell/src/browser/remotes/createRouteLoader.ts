import { init, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteEntryExports } from '@module-federation/runtime/types';
import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/contract';
import { loadEntry } from './loadEntry';

/** Loads a remote's routes, unless they are already loaded or loading. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/**
 * Creates the function that loads a remote's routes. When that function is first called for a remote, it registers the
 * remote with Module Federation.
 *
 * @param limit the time limit for loading a remote's entry, in milliseconds
 */
export function createRouteLoader(limit: number): LoadRoutes {
  /**
   * The promise for each remote's routes, by the remote's name. Undefined after a failure, so that the next call tries
   * again.
   */
  const loading = new Map<string, Promise<PageRoute[]> | undefined>();
  init({
    name: 'shell',
    remotes: [],
    plugins: [
      { name: 'release', loadEntry: ({ remoteInfo }) => Promise.resolve(getContainer(remoteInfo.name)) },
    ],
  });

  return (remote) => {
    const { name, entry } = remote;
    const known = loading.get(name);
    if (known) return known;
    if (!loading.has(name)) registerRemotes([{ name, entry: new URL(entry.url, location.origin).href }]);
    const routes = load(remote, limit);
    loading.set(name, routes);
    routes.catch(() => loading.set(name, undefined));
    return routes;
  };
}

async function load({ name, entry }: ReleaseRemote, limit: number): Promise<PageRoute[]> {
  if (!getContainer(name)) await loadEntry(entry, limit);
  if (!getContainer(name)) throw new Error(`${entry.url} is not the entry of the remote ${name}.`);
  const remote = await loadRemote<RemoteModule>(`${name}/routes`);
  if (!remote) throw new Error(`The remote ${name} has no routes.`);
  return remote.routes.map((route) => addressIcon(route, entry));
}

/** Replaces the file name of a brand's icon with a URL. The icon is stored next to the remote's entry. */
function addressIcon(route: PageRoute, { url }: ReleaseRemote['entry']): PageRoute {
  const { brand } = route.handle;
  if (!brand) return route;
  const { href: icon } = new URL(brand.icon, new URL(url, location.origin));
  return { ...route, handle: { ...route.handle, brand: { ...brand, icon } } };
}

/**
 * Returns undefined if the remote's entry has not run. The entry stores the container in a global variable that has the
 * remote's name.
 */
function getContainer(name: string): RemoteEntryExports | undefined {
  return (window as unknown as Record<string, RemoteEntryExports | undefined>)[name];
}
