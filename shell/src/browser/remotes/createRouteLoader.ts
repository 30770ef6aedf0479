import { init, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteEntryExports } from '@module-federation/runtime/types';
import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/remote';
import { loadEntry } from './loadEntry';

/** Loads the routes of one remote; each remote is loaded once, and again only after a failure. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/**
 * Makes the loader of remotes. Each is registered with Module Federation when it is first asked for.
 *
 * @param limit how long a remote's entry may take, milliseconds
 */
export function createRouteLoader(limit: number): LoadRoutes {
  const remotes = new Map<string, ReleaseRemote>();
  const loading = new Map<string, Promise<PageRoute[]>>();

  async function loadContainer(name: string): Promise<RemoteEntryExports> {
    const remote = remotes.get(name);
    if (remote && !containerOf(name)) await loadEntry(remote.entry, limit);
    const container = containerOf(name);
    if (!container) throw new Error(`${remote?.entry.url} is not the entry of the remote ${name}.`);
    return container;
  }

  init({
    name: 'shell',
    remotes: [],
    plugins: [{ name: 'release', loadEntry: ({ remoteInfo }) => loadContainer(remoteInfo.name) }],
  });

  return (remote) => {
    const { name, entry } = remote;
    const known = loading.get(name);
    if (known) return known;
    if (!remotes.has(name)) registerRemotes([{ name, entry: new URL(entry.url, location.origin).href }]);
    remotes.set(name, remote);
    const routes = load(remote);
    loading.set(name, routes);
    routes.catch(() => loading.delete(name));
    return routes;
  };
}

async function load({ name, entry }: ReleaseRemote): Promise<PageRoute[]> {
  const remote = await loadRemote<RemoteModule>(`${name}/routes`);
  if (!remote) throw new Error(`The remote ${name} has no routes.`);
  return remote.routes.map((route) => addressIcon(route, entry));
}

/** The icon of a brand lies beside its remote's entry. */
function addressIcon(route: PageRoute, { url }: ReleaseRemote['entry']): PageRoute {
  const { brand } = route.handle;
  if (!brand) return route;
  const { href: icon } = new URL(brand.icon, new URL(url, location.origin));
  return { ...route, handle: { ...route.handle, brand: { ...brand, icon } } };
}

/** What a remote's entry leaves behind, under the remote's name. */
function containerOf(name: string): RemoteEntryExports | undefined {
  return (window as unknown as Record<string, RemoteEntryExports | undefined>)[name];
}
