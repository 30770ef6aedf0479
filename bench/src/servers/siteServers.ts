import { NGINX } from '@site/tools/testing/runNginx';
import { startNginx } from '@site/tools/testing/startNginx';
import type { Bench } from '../Measurement';
import { startServer } from './startServer';

/** The servers that our site can be served by, as far as they are on this machine, each in processes of its own. */
export function siteServers({ site: { store }, backend }: Pick<Bench, 'site' | 'backend'>) {
  const own = { name: '`serve.ts`', start: () => startServer('serveSite', [store, backend.url]) };
  const nginx = { name: 'nginx, one worker', start: () => startNginx(store, backend.url) };
  return NGINX ? [own, nginx] : [own];
}

/** What a reader has to know if one of them is missing. */
export const MISSING_SERVERS = NGINX ? '' : ' There is no nginx on this machine.';
