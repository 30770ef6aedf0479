import { isValue, queryText, recordsPath, type Query } from '../api/calls';
import type { Call } from '../remote';

/**
 * Describes the calls that a remote has made without declaring them.
 *
 * @param made the arguments of each call: the path and the query of a read, or only the path of a form
 * @returns an error message; undefined if all calls are declared
 */
export function describeUndeclared(declared: Call[] = [], made: unknown[][]): string | undefined {
  const undeclared = made.filter(
    ([path, query]) => !declared.some((call) => recordsPath(call) === path && isRequestOf(call, query)),
  );
  if (undeclared.length === 0) return undefined;
  const requests = undeclared.map(([path, query]) =>
    query === undefined ? `  POST ${String(path)}` : `  GET ${String(path)}?${queryText(query as Query)}`,
  );
  return [
    'remote.config.ts does not declare these calls, so the site would respond with 404 or 400:',
    ...new Set(requests),
    'Build each call with @site/shared/api/calls, declare it, and make its request with requestOf or recordsPath.',
  ].join('\n');
}

function isRequestOf(call: Call, query: unknown): boolean {
  if (query === undefined) return call.kind === 'form';
  const sent = query as Query;
  if (call.kind === 'list') {
    const { page } = sent;
    const isPage = Number.isInteger(page) && Number(page) >= 1 && Number(page) <= 99;
    return isPage && queryText(sent) === queryText({ page: Number(page), ...call.query });
  }
  if (call.kind !== 'one') return false;
  const [, value = ''] = /^\w+='(.*)'$/.exec(String(sent.filter)) ?? [];
  return isValue(value) && queryText(sent) === queryText({ filter: `${call.field}='${value}'` });
}
