export type Query = Record<string, string | number>;

/**
 * Formats a query without its `?`. The browser and the deployment use the same text, because the site answers a read by the
 * address that the deployment has read.
 */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
