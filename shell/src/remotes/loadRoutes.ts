import { init, loadRemote } from '@module-federation/runtime';
import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/remote';
import { remoteScripts } from './remoteScripts';

/** Loads the routes of one remote; each remote is loaded once, and again only after a failure. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/**
 * Registers the remotes of a release with Module Federation.
 *
 * @param limit how long a remote's entry may take, milliseconds
 */
export function createLoadRoutes(remotes: ReleaseRemote[], limit: number): LoadRoutes {
  init({
    name: 'shell',
    remotes: remotes.map(({ name, entry }) => ({ name, entry: new URL(entry.url, location.origin).href })),
    plugins: [remoteScripts(remotes, limit)],
  });
  const loading = new Map<string, Promise<PageRoute[]>>();
  return ({ name }) => {
    const known = loading.get(name);
    if (known) return known;
    const routes = load(name);
    loading.set(name, routes);
    routes.catch(() => loading.delete(name));
    return routes;
  };
}

async function load(name: string): Promise<PageRoute[]> {
  const remote = await loadRemote<RemoteModule>(`${name}/routes`);
  if (!remote) throw new Error(`The remote ${name} has no routes.`);
  return remote.routes;
}
