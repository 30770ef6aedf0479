import type { PageRoute, ReleaseRemote, RemoteModule } from '@site/shared/remote';
import { createLoadEntry } from './loadEntry';

/** Loads the routes of one remote; each remote is loaded once, and again only after a failure. */
export type LoadRoutes = (remote: ReleaseRemote) => Promise<PageRoute[]>;

/** What webpack's Module Federation makes of a remote: its entry leaves this behind, under the remote's name. */
interface Container {
  init(shareScope: object): void | Promise<void>;
  get(exposed: './routes'): Promise<() => RemoteModule | undefined>;
}

declare function __webpack_init_sharing__(shareScope: 'default'): Promise<void>;
declare const __webpack_share_scopes__: { default: object };

/**
 * Makes the loader of remotes.
 *
 * @param limit how long a remote's entry may take, milliseconds
 */
export function createLoadRoutes(limit: number): LoadRoutes {
  const loadEntry = createLoadEntry(limit);
  const loading = new Map<string, Promise<PageRoute[]>>();

  async function load({ name, entry }: ReleaseRemote): Promise<PageRoute[]> {
    if (!containerOf(name)) await loadEntry(entry);
    const container = containerOf(name);
    if (!container) throw new Error(`${entry.url} is no entry of the remote ${name}.`);
    await __webpack_init_sharing__('default');
    await container.init(__webpack_share_scopes__.default);
    const remote = (await container.get('./routes'))();
    if (!remote) throw new Error(`The remote ${name} has no routes.`);
    return remote.routes;
  }

  return (remote) => {
    const known = loading.get(remote.name);
    if (known) return known;
    const routes = load(remote);
    loading.set(remote.name, routes);
    routes.catch(() => loading.delete(remote.name));
    return routes;
  };
}

function containerOf(name: string): Container | undefined {
  return (window as unknown as Record<string, Container | undefined>)[name];
}
