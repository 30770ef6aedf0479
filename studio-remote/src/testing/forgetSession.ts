import { session } from '../projects/session';

/** Empties the session, as loading a document does. */
export function forgetSession(): void {
  for (const key of Object.keys(session)) Reflect.deleteProperty(session, key);
}
