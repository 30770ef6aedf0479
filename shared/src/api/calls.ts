import type { FilesCall, FormCall, ListCall, OneCall } from '../remote';

// A remote builds each of its calls once. Its `remote.config.ts` declares the call, and `requestOf` or `recordsPath` turns
// the call into arguments for the API client.

export type Query = Record<string, string | number>;

/**
 * Reads a collection's records, page by page.
 *
 * @param query the parameters, without `page`: `perPage`, `sort`, `filter`, `expand`, `fields`, `skipTotal`
 */
export function list(collection: string, query: Query): ListCall {
  return { kind: 'list', collection, query };
}

/** Reads the record that has a given value in a field such as `id` or `slug`. */
export function one(collection: string, field: string): OneCall {
  return { kind: 'one', collection, field };
}

/** Loads a collection's pictures in the given sizes, e.g. `480x320`. The collection's migration must list each size. */
export function files(collection: string, thumbs: string[]): FilesCall {
  return { kind: 'files', collection, thumbs };
}

/** Sends a form, which the backend stores as a record of the collection. */
export function form(collection: string): FormCall {
  return { kind: 'form', collection };
}

/**
 * The path and the query of a read: the arguments for the API client's `get`, or for a page source's `read`.
 *
 * @param which the page number (at most 99) if a list is read, or the field's value (see `isValue`) if one record is read
 */
export function requestOf(call: ListCall, which: number): [path: string, query: Query];
export function requestOf(call: OneCall, which: string): [path: string, query: Query];
export function requestOf(call: ListCall | OneCall, which: number | string): [path: string, query: Query] {
  const query =
    call.kind === 'list' ? { page: which, ...call.query } : { filter: `${call.field}='${which}'` };
  return [recordsPath(call), query];
}

/** The path of a collection's records: the argument for the API client's `post`. */
export function recordsPath({ collection }: { collection: string }): string {
  return `/collections/${collection}/records`;
}

/** Whether a record may be requested by this value. If not, the site rejects the request. */
export function isValue(text: string): boolean {
  return /^[\w-]{1,255}$/.test(text);
}

/** Formats a query without its `?`. The server compares requests with this text byte for byte. */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
