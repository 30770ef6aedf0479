import { isObject } from '../isObject';

/**
 * What has been entered into a form, kept in the tab's session storage so that an accidental reload loses
 * nothing. Where storage is blocked or full, there is no draft.
 */
export const formDraft = {
  /** The entries by field name. The caller checks their types. */
  read(form: string): Record<string, unknown> {
    try {
      const entries: unknown = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
      return isObject(entries) ? entries : {};
    } catch {
      return {};
    }
  },

  /** Keeps the entries of a form; forgets them if all are empty. */
  write(form: string, entries: Record<string, string>): void {
    try {
      if (Object.values(entries).some(Boolean)) sessionStorage.setItem(keyOf(form), JSON.stringify(entries));
      else sessionStorage.removeItem(keyOf(form));
    } catch {
      // The form works without.
    }
  },
};

function keyOf(form: string): string {
  return `form:${form}`;
}
