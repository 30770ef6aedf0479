import { site } from '@site/shared/site';
import type { VerificationValues } from './takeValues';

/** The link that opens the app with its verification route and both values (§4). */
export function appLink({ userId, secret }: VerificationValues): string {
  const query = `userId=${encodeURIComponent(userId)}&secret=${encodeURIComponent(secret)}`;
  return `${site.micora.scheme}://verification?${query}`;
}
