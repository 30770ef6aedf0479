/**
 * Whether a token's time is over (§4): its payload has an `exp` not later than now plus a margin. A token with no
 * readable payload is treated as not expired; PocketBase's own client decides otherwise.
 * @param margin in seconds.
 * @param now in milliseconds, as `Date.now()` gives it.
 */
export function isTokenExpired(token: string, margin = 0, now = Date.now()): boolean {
  const exp = readExpiry(token);
  return exp !== undefined && exp <= now / 1000 + margin;
}

/** @returns seconds, undefined if there are none or the payload cannot be read. */
function readExpiry(token: string): number | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' ? exp : undefined;
  } catch {
    return undefined;
  }
}
