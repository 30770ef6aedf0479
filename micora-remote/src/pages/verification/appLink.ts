import { site } from '@site/shared/site';
import type { VerificationValues } from './takeValues';

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
