import type { FilesCall, FormCall, ListCall, OneCall } from '../remote';

// A remote makes each of its calls here once: `remote.config.ts` declares it, and the client is given the request of it.

export type Query = Record<string, string | number>;

/**
 * Reads a collection's records, page by page.
 *
 * @param query what is sent besides `page`: `perPage`, `sort`, `filter`, `expand`, `fields`, `skipTotal`
 */
export function list(collection: string, query: Query): ListCall {
  return { kind: 'list', collection, query };
}

/** Reads the one record that has a certain value in a field, e.g. in `id` or `slug`. */
export function one(collection: string, field: string): OneCall {
  return { kind: 'one', collection, field };
}

/** Loads pictures of a collection in these sizes, which its migration lists, e.g. `480x320`. */
export function files(collection: string, thumbs: string[]): FilesCall {
  return { kind: 'files', collection, thumbs };
}

/** Sends a form, which becomes a record of the collection. */
export function form(collection: string): FormCall {
  return { kind: 'form', collection };
}

/**
 * The path and the query of a read, as the client's `get` and a source's `read` take them.
 *
 * @param which the number of a list's page, at most 99; for one record the field's value, see `isValue`
 */
export function requestOf(call: ListCall, which: number): [path: string, query: Query];
export function requestOf(call: OneCall, which: string): [path: string, query: Query];
export function requestOf(call: ListCall | OneCall, which: number | string): [path: string, query: Query] {
  return [
    recordsPath(call),
    call.kind === 'list' ? { page: which, ...call.query } : { filter: `${call.field}='${which}'` },
  ];
}

/** The path of a form, as the client's `post` takes it, and of reads. */
export function recordsPath({ collection }: { collection: string }): string {
  return `/collections/${collection}/records`;
}

/** Whether a record can be found by a value: the site passes on no other. */
export function isValue(text: string): boolean {
  return /^[\w-]{1,255}$/.test(text);
}

/** Formats a query without its `?`. The server compares requests with this text byte by byte. */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
