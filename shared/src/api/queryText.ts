export type Query = Record<string, string | number>;

/**
 * Formats a query, without a leading `?`. Browsers and deployments must both use this function, because the server looks up
 * a stored answer by the exact address that the deployment requested.
 */
export function queryText(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}
