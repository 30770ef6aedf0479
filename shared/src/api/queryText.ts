export type Query = Record<string, string | number>;

/**
 * Formats a query without the leading `?`. Browsers and deployments must format a query identically, because the server
 * looks up the backend's stored answers by the exact address that the deployment requested.
 */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
