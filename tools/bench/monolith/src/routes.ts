import { routes as micora } from '../../../../micora-remote/src/routes';
import { routes as studio } from '../../../../studio-remote/src/routes';

/** The pages of both remotes, each a chunk of its own as it is there. */
export const routes = [...studio, ...micora];
