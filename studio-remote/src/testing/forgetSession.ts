import { session } from '../projects/session';

/** Empties the session, as if the document had been loaded again. */
export function forgetSession(): void {
  for (const key of Object.keys(session)) Reflect.deleteProperty(session, key);
}
