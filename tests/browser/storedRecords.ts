import { signIn } from '@site/backend/signIn';
import type { Superuser } from '@site/backend/openSuperuser';
import { siteUrl } from './test';

/** Signs in as an operator. Returns a collection's records that have `value` in `field`, newest first. */
export async function storedRecords(
  collection: string,
  field: string,
  value: string,
): Promise<Record<string, unknown>[]> {
  const superuser = JSON.parse(process.env.BACKEND_SUPERUSER ?? '{}') as Superuser;
  const operator = await signIn({ url: siteUrl('SITE_BACKEND_URL'), superuser });
  const filter = operator.filter(`${field} = {:value}`, { value });
  return operator.collection(collection).getFullList({ filter, sort: '-created' });
}
