import { getTokenPayload } from 'pocketbase';

/**
 * Whether a token's time is over (§4): its payload has an `exp` not later than now plus a margin. A token with no
 * readable payload is treated as not expired; PocketBase's own client decides otherwise.
 * @param margin in seconds.
 * @param now in milliseconds, as `Date.now()` gives it.
 */
export function isTokenExpired(token: string, margin = 0, now = Date.now()): boolean {
  const { exp } = getTokenPayload(token);
  return typeof exp === 'number' && exp <= now / 1000 + margin;
}
