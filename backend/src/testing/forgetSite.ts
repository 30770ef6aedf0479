import { ENVIRONMENT, type Environment } from '../checkEnvironment';

/** What names a site, its data, its mail server or its bucket: all that its programs take from the environment. */
const NAMES = [...Object.keys(ENVIRONMENT), 'PORT', 'BACKEND_URL', 'PREVIEW_HOST', 'NODE_ENV'];

/**
 * Takes the site out of an environment that tests are started from, so that none of them, nor any process that they
 * start, works with a site of this machine. What describes the machine stays.
 */
export function forgetSite(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name) || name.startsWith('AWS_')) Reflect.deleteProperty(env, name);
  }
}
