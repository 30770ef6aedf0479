import { siteUrl } from './test';

/**
 * The records that visitors have left in a collection, newest first, as the operator sees them.
 *
 * @param field what the filter compares, e.g. `email_address`
 */
export async function storedRecords(
  collection: string,
  field: string,
  value: string,
): Promise<Record<string, unknown>[]> {
  const { email, password } = JSON.parse(process.env.BACKEND_SUPERUSER ?? '{}') as Record<string, string>;
  const backend = siteUrl('BACKEND_URL');
  const signedIn = await fetch(`${backend}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const query = new URLSearchParams({ filter: `${field}='${value}'`, sort: '-created' });
  const answer = await fetch(`${backend}/api/collections/${collection}/records?${query.toString()}`, {
    headers: { authorization: token },
  });
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
  return items;
}
