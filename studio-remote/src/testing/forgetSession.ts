import { session } from '../projects/session';

/** Forgets what earlier tests have shown and done, as a reload does. */
export function forgetSession(): void {
  for (const key of Object.keys(session)) Reflect.deleteProperty(session, key);
}
