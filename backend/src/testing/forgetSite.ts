import { ENVIRONMENT, type Environment } from '../checkEnvironment';

const NAMES = [...Object.keys(ENVIRONMENT), 'PORT', 'BACKEND_URL', 'NODE_ENV'];

/**
 * Removes a site's configuration from the environment, so that neither the tests nor their child processes use a real site on
 * this machine. Variables about the machine remain.
 */
export function forgetSite(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name) || name.startsWith('AWS_')) Reflect.deleteProperty(env, name);
  }
}
