import { createSiteServer } from '../server/serve';
import { NGINX } from './runNginx';
import { startNginx } from './startNginx';

export interface RunningServer {
  /** Without a trailing slash. */
  origin: string;
  /** What it has written into its logs, if it has any. */
  readLog?: () => string;
  stop: () => Promise<unknown>;
}

/** Both servers of a directory store, for `describe.each`: its name, whether it is on this machine, how to start it. */
export const siteServers: [
  name: string,
  isHere: boolean,
  start: (
    store: string,
    backendUrl: string,
    trustedProxies?: string[],
    foreignHosts?: string[],
  ) => Promise<RunningServer>,
][] = [
  [
    'serve.ts',
    true,
    async (store, backendUrl, trustedProxies = [], foreignHosts = []) => {
      const app = await createSiteServer({ store, backendUrl, trustedProxies, foreignHosts });
      return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
    },
  ],
  ['nginx', NGINX !== undefined, startNginx],
];
