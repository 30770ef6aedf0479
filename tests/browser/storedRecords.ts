import { signIn } from '@site/backend/signIn';
import type { Superuser } from '@site/backend/openSuperuser';
import { siteUrl } from './test';

/**
 * Returns the records of a collection in which a field has a certain value, newest first. Reads the records as an operator.
 *
 * @param field the field to compare, e.g. `email_address`
 */
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
