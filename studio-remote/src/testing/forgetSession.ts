import { session } from '../projects/session';

/** Clears `session`, which would otherwise carry data from one test to the next. */
export function forgetSession(): void {
  for (const key of Object.keys(session)) Reflect.deleteProperty(session, key);
}
