import { isValue, queryText, recordsPath, type Query } from '../api/calls';
import type { Call } from '../remote';

/**
 * Says which of the calls that a remote has made are not declared.
 *
 * @param made what the client was given: of a read the path and the query, of a form the path alone
 * @returns undefined if all are
 */
export function describeUndeclared(declared: Call[] = [], made: unknown[][]): string | undefined {
  const undeclared = made.filter(
    ([path, query]) => !declared.some((call) => recordsPath(call) === path && isRequestOf(call, query)),
  );
  if (undeclared.length === 0) return undefined;
  const lines = undeclared.map(([path, query]) =>
    query === undefined ? `POST ${String(path)}` : `GET ${String(path)}?${queryText(query as Query)}`,
  );
  return `The calls of remote.config.ts lack these, which the site would answer 404 or 400:\n  ${[...new Set(lines)].join('\n  ')}\nBuild each with @site/shared/api/calls, add it to the calls, and make the request of it.`;
}

function isRequestOf(call: Call, query: unknown): boolean {
  if (query === undefined) return call.kind === 'form';
  const asked = query as Query;
  if (call.kind === 'list') {
    const { page } = asked;
    const isPage = Number.isInteger(page) && Number(page) >= 1 && Number(page) <= 99;
    return isPage && queryText(asked) === queryText({ page: Number(page), ...call.query });
  }
  if (call.kind !== 'one') return false;
  const [, value = ''] = /^\w+='(.*)'$/.exec(String(asked.filter)) ?? [];
  return isValue(value) && queryText(asked) === queryText({ filter: `${call.field}='${value}'` });
}
