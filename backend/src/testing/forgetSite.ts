import { ENVIRONMENT, type Environment } from '../checkEnvironment';

const NAMES = [...Object.keys(ENVIRONMENT), 'PORT', 'BACKEND_URL', 'NODE_ENV'];

/**
 * Removes a site's configuration from the environment, so that the tests and their child processes cannot use a site
 * that is configured on this machine. Other variables, such as `PATH`, remain.
 */
export function forgetSite(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name) || name.startsWith('AWS_')) Reflect.deleteProperty(env, name);
  }
}
