import { routes as micora } from '../../../../micora-remote/src/routes';
import { routes as studio } from '../../../../studio-remote/src/routes';

/** The pages of both remotes. Each is a separate chunk, as in the remotes. */
export const routes = [...studio, ...micora];
