import { site } from '@site/shared/site';

/** What a verification link carries for the app. */
export interface VerificationValues {
  userId: string;
  secret: string;
}

/** Where the values are kept in the history entry's state, beside what the router keeps there. */
const STATE_KEY = 'verification';

/** What a page is left in: its countdown is over or was stopped. */
export type LeftPhase = 'manual' | 'stopped';

/** Where that is kept, likewise. */
const PHASE_KEY = 'verificationPhase';

/** One to 512 characters. None is a control character or half of a surrogate pair. */
const ACCEPTED = /^[^\p{Cc}\p{Cs}]{1,512}$/u;

/**
 * Takes the values out of the page's address (§4), so that no request, no copied address and no history list has
 * them. They stay in the state of this history entry, from where a reload reads them.
 *
 * @returns undefined if one of the two is missing or not acceptable
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

/** Notes in the history entry what coming back to it shows. */
export function keepPhase(phase: LeftPhase): void {
  history.replaceState({ ...toObject(history.state), [PHASE_KEY]: phase }, '');
}

/** What `keepPhase` has noted in this history entry. */
export function keptPhase(): LeftPhase | undefined {
  const phase = toObject(history.state)[PHASE_KEY];
  return phase === 'manual' || phase === 'stopped' ? phase : undefined;
}

/** The link that opens the app with its verification route and both values (§4). */
export function appLink(values: VerificationValues): string {
  return `${site.micora.scheme}://verification?${queryOf(values)}`;
}

/** The link to the page as it came in the email, for another browser. */
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
