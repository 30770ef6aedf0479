export interface StoredRecord {
  id: string;
  collectionName: string;
  created?: unknown;
}

export interface RecordRequest {
  Params: { collection: string; id?: string };
  Querystring: { page?: string; perPage?: string; filter?: string };
}

/** A placeholder for the pictures in recorded answers: a GIF with a single transparent pixel. */
export const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Answers a request for records as PocketBase would if it contained only `records`. Lists keep the order of `records`. All
 * filters except `id='…'` are ignored.
 *
 * @returns undefined if the requested record does not exist
 */
export function answerFromRecords(
  records: StoredRecord[],
  { collection, id }: RecordRequest['Params'],
  query: RecordRequest['Querystring'],
): object | undefined {
  const known = records.filter(({ collectionName }) => collectionName === collection);
  if (id !== undefined) return known.find((record) => record.id === id);
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 30)];
  const [, wanted] = /^id='(\w+)'$/.exec(query.filter ?? '') ?? [];
  const found = known.filter((record) => wanted === undefined || record.id === wanted);
  return { page, perPage, items: found.slice((page - 1) * perPage, page * perPage) };
}
