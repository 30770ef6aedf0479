import type { Bench } from '../Measurement';
import { startServer } from './startServer';

/** The servers that our site can be served by, each in processes of its own. */
export function siteServers({ site: { store }, backend }: Pick<Bench, 'site' | 'backend'>) {
  return [{ name: '`createSite`', start: () => startServer('serveSite', [store, backend.url]) }];
}
