import { routes as micora } from '../../../../micora-remote/src/routes';
import { routes as studio } from '../../../../studio-remote/src/routes';

/** The pages of both remotes. As in the remotes, each page is a separate chunk. */
export const routes = [...studio, ...micora];
