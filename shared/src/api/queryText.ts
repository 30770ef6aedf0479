export type Query = Record<string, string | number>;

/**
 * Formats a query without the leading `?`. Browsers and deployments must format a query identically, because the server
 * finds a stored answer of the backend only by the exact address that the deployment requested.
 */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
