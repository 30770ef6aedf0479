export type Query = Record<string, string | number>;

/**
 * Formats a query without its `?`. Browsers and deployments must format a query identically: the server finds the answer to
 * a read by the address that the deployment requested.
 */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
