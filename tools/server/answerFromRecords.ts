/** A record as PocketBase answers it. */
export interface StoredRecord {
  id: string;
  collectionName: string;
  created?: unknown;
}

/** What a page reads: a list of records, or one. */
export interface Reading {
  Params: { collection: string; id?: string };
  Querystring: { page?: string; perPage?: string; filter?: string };
}

/** What stands for every picture: a transparent point. */
export const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * What PocketBase would answer to a reading if these were its records, which keep their order.
 *
 * @returns undefined if the record that is asked for is not among them
 */
export function answerFromRecords(
  records: StoredRecord[],
  { collection, id }: Reading['Params'],
  query: Reading['Querystring'],
): object | undefined {
  const known = records.filter(({ collectionName }) => collectionName === collection);
  if (id !== undefined) return known.find((record) => record.id === id);
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 30)];
  const [, wanted] = /^id='(\w+)'$/.exec(query.filter ?? '') ?? [];
  const found = known.filter((record) => wanted === undefined || record.id === wanted);
  return { page, perPage, items: found.slice((page - 1) * perPage, page * perPage) };
}
