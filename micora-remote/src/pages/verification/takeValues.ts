import { micora } from '@site/shared/site';

export interface VerificationValues {
  userId: string;
  secret: string;
}

/**
 * The name of the property that holds the values in the history entry's state. React Router keeps its own properties in
 * the same state.
 */
const STATE_KEY = 'verification';

/** The phase to show when a visitor returns: `stopped` if the visitor stopped the countdown, otherwise `manual`. */
export type LeftPhase = 'manual' | 'stopped';

const PHASE_KEY = 'verificationPhase';

/** 1 to 512 characters, without control characters or lone surrogates. */
const ACCEPTED = /^[^\p{Cc}\p{Cs}]{1,512}$/u;

/**
 * Moves the values from the page's URL (§4) to the history entry's state. Afterwards, neither the URL nor any later request
 * contains the values. If the URL has no query, for example after a reload, the function reads the values from the state.
 *
 * @returns undefined if a value is missing or invalid
 */
export function takeValues(): VerificationValues | undefined {
  const state = toObject(history.state);
  if (!location.search) {
    const { userId, secret } = toObject(state[STATE_KEY]);
    return accept(userId, secret);
  }
  // Some email clients wrongly escape the `&` between the values, sometimes more than once.
  const query = new URLSearchParams(location.search.replaceAll(/&(?:amp;)+/g, '&'));
  const values = accept(query.get('userId'), query.get('secret'));
  history.replaceState({ ...state, [STATE_KEY]: values }, '', location.pathname);
  return values;
}

/** Records in the history entry's state which phase to show when the visitor returns. */
export function keepPhase(phase: LeftPhase): void {
  history.replaceState({ ...toObject(history.state), [PHASE_KEY]: phase }, '');
}

/** Returns the phase that `keepPhase` has recorded in this history entry, if any. */
export function keptPhase(): LeftPhase | undefined {
  const phase = toObject(history.state)[PHASE_KEY];
  return phase === 'manual' || phase === 'stopped' ? phase : undefined;
}

/** Returns the link that passes both values to the app's verification screen (§4). */
export function appLink(values: VerificationValues): string {
  return `${micora.scheme}://verification?${makeQuery(values)}`;
}

/** Returns the verification link that the email contained, for use in another browser. */
export function pageLink(values: VerificationValues): string {
  return `${location.origin}${location.pathname}?${makeQuery(values)}`;
}

function makeQuery({ userId, secret }: VerificationValues): string {
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
