import { init, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteEntryExports } from '@module-federation/runtime/types';
import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/contract';
import { loadEntry } from './loadEntry';

/** Loads a remote's routes, unless they are already loaded or loading. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/**
 * Creates a function that loads a remote's routes. The first call for a remote also registers the remote with Module
 * Federation.
 *
 * @param limit the time limit for loading a remote's entry, in milliseconds
 */
export function createRouteLoader(limit: number): LoadRoutes {
  /**
   * Maps the name of each remote to the promise for its routes. After a failure, the promise is replaced by undefined, so
   * that the next call tries again.
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
 * Returns a remote's container, which the remote's entry stores in a global variable with the remote's name. Returns
 * undefined if the entry has not run.
 */
function getContainer(name: string): RemoteEntryExports | undefined {
  return (window as unknown as Record<string, RemoteEntryExports | undefined>)[name];
}
