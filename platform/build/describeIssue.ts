import type * as v from 'valibot';

/**
 * Describes why a file is invalid. The message contains the names of fields but not their values. Characters that could
 * control a terminal are replaced.
 */
export function describeIssue({ path, kind, message }: v.BaseIssue<unknown>): string {
  const names = (path ?? []).map(({ key }) =>
    String(key)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 100),
  );
  return `${names.join(' > ') || 'it'} ${kind === 'schema' ? 'is missing or has the wrong type' : message}`;
}
