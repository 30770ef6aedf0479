import { ENVIRONMENT, type Environment } from '../checkEnvironment';

const NAMES = [...Object.keys(ENVIRONMENT), 'PORT', 'BACKEND_URL', 'NODE_ENV'];

/**
 * Removes the configuration of a site from the environment. So neither the tests nor their child processes use a site
 * that is configured on this machine. Variables about the machine itself remain.
 */
export function forgetSite(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name) || name.startsWith('AWS_')) Reflect.deleteProperty(env, name);
  }
}
