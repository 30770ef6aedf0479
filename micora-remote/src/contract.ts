import type { RemoteModule, RemoteServerModule } from '@site/shared/remote';
import type * as exposed from './routes';
import type * as server from './server';

/** The type check fails here if this remote no longer keeps its contract with the shell and with deployment. */
export type KeptContract<
  Exposed extends RemoteModule = typeof exposed,
  Server extends RemoteServerModule = typeof server,
> = [Exposed, Server];
