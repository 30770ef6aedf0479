import { init, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteEntryExports } from '@module-federation/runtime/types';
import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/contract';
import { loadEntry } from './loadEntry';

/** Loads a remote's routes. Each remote is loaded once, and again only after a failure. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/**
 * Creates the loader of remotes' routes. It registers each remote with Module Federation before loading the remote for the
 * first time.
 *
 * @param limit how long a remote's entry may take, in milliseconds
 */
export function createRouteLoader(limit: number): LoadRoutes {
  /** The routes by remote name; undefined after a failure. */
  const loading = new Map<string, Promise<PageRoute[]> | undefined>();
  init({
    name: 'shell',
    remotes: [],
    plugins: [
      { name: 'release', loadEntry: ({ remoteInfo }) => Promise.resolve(containerOf(remoteInfo.name)) },
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
  if (!containerOf(name)) await loadEntry(entry, limit);
  if (!containerOf(name)) throw new Error(`${entry.url} is not the entry of the remote ${name}.`);
  const remote = await loadRemote<RemoteModule>(`${name}/routes`);
  if (!remote) throw new Error(`The remote ${name} has no routes.`);
  return remote.routes.map((route) => addressIcon(route, entry));
}

/** Replaces the file name of a brand's icon with the icon's URL. The icon is stored beside the remote's entry. */
function addressIcon(route: PageRoute, { url }: ReleaseRemote['entry']): PageRoute {
  const { brand } = route.handle;
  if (!brand) return route;
  const { href: icon } = new URL(brand.icon, new URL(url, location.origin));
  return { ...route, handle: { ...route.handle, brand: { ...brand, icon } } };
}

/** The container of a remote. The remote's entry has stored it in a global variable named after the remote. */
function containerOf(name: string): RemoteEntryExports | undefined {
  return (window as unknown as Record<string, RemoteEntryExports | undefined>)[name];
}
