import { createSite } from '@site/tools/server/createSite';
import { storeSource } from '@site/tools/server/storeSource';
import { directoryStore } from '@site/tools/store/directoryStore';

/** A process of its own for the site's server: `serveSite <store> <backend>`. */
const [store = '', backendUrl] = process.argv.slice(2);
const server = await createSite(storeSource(directoryStore(store)), { backendUrl });
process.once('disconnect', () => process.exit());
process.send?.({ origin: await server.listen({ port: 0, host: '127.0.0.1' }) });
