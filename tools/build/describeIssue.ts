import type * as v from 'valibot';

/** What is wrong with a file: of its own words names alone, and of these what is safe to print. */
export function describeIssue({ path, kind, message }: v.BaseIssue<unknown>): string {
  const names = (path ?? []).map(({ key }) =>
    String(key)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 100),
  );
  return `${names.join(' > ') || 'it'} ${kind === 'schema' ? 'is missing, or of another kind' : message}`;
}
