import { micora } from '@site/shared/site';

/** The values that a verification link passes to the app. */
export interface VerificationValues {
  userId: string;
  secret: string;
}

/** The property of the history entry's state that contains the values. The state also has properties of the router. */
const STATE_KEY = 'verification';

/** The phase to show when a visitor returns: `stopped` if the visitor stopped the countdown, and `manual` if not. */
export type LeftPhase = 'manual' | 'stopped';

/** The property of the history entry's state that contains the `LeftPhase`. */
const PHASE_KEY = 'verificationPhase';

/** Matches an acceptable value: 1 to 512 characters, without control characters and lone surrogates. */
const ACCEPTED = /^[^\p{Cc}\p{Cs}]{1,512}$/u;

/**
 * Moves the values from the page's address (§4) to the state of the history entry. Afterwards, no request, copied address
 * or list of visited pages contains the values, but a reload still finds them.
 *
 * @returns undefined if a value is missing or invalid
 */
export function takeValues(): VerificationValues | undefined {
  const state = toObject(history.state);
  if (!location.search) {
    const { userId, secret } = toObject(state[STATE_KEY]);
    return accept(userId, secret);
  }
  // Some mail programs escape an ampersand that they should have left alone.
  const query = new URLSearchParams(location.search.replaceAll(/&(?:amp;)+/g, '&'));
  const values = accept(query.get('userId'), query.get('secret'));
  history.replaceState({ ...state, [STATE_KEY]: values }, '', location.pathname);
  return values;
}

/** Records in the history entry which phase to show when the visitor comes back. */
export function keepPhase(phase: LeftPhase): void {
  history.replaceState({ ...toObject(history.state), [PHASE_KEY]: phase }, '');
}

/** The phase that `keepPhase` has recorded in this history entry, if any. */
export function keptPhase(): LeftPhase | undefined {
  const phase = toObject(history.state)[PHASE_KEY];
  return phase === 'manual' || phase === 'stopped' ? phase : undefined;
}

/** The link that opens the app's verification screen with both values (§4). */
export function appLink(values: VerificationValues): string {
  return `${micora.scheme}://verification?${queryOf(values)}`;
}

/** The verification link as it was in the email, for use in another browser. */
export function pageLink(values: VerificationValues): string {
  return `${location.origin}${location.pathname}?${queryOf(values)}`;
}

function queryOf({ userId, secret }: VerificationValues): string {
  return `userId=${encodeURIComponent(userId)}&secret=${encodeURIComponent(secret)}`;
}

function accept(userId: unknown, secret: unknown): VerificationValues | undefined {
  return isAcceptable(userId) && isAcceptable(secret) ? { userId, secret } : undefined;
}

function isAcceptable(value: unknown): value is string {
  return typeof value === 'string' && ACCEPTED.test(value);
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
