import { isObject } from '../isObject';

/**
 * Keeps a form's entries in the tab's `sessionStorage`, so that they survive a reload. If storage is blocked or full, the
 * draft is not saved.
 */
export const formDraft = {
  /** Returns the entries by field name. Their values may have any type, so the caller has to check them. */
  read(form: string): Record<string, unknown> {
    try {
      const entries: unknown = JSON.parse(sessionStorage.getItem(draftKey(form)) ?? '{}');
      return isObject(entries) ? entries : {};
    } catch {
      return {};
    }
  },

  write(form: string, entries: Record<string, string>): void {
    try {
      if (Object.values(entries).some(Boolean))
        sessionStorage.setItem(draftKey(form), JSON.stringify(entries));
      else sessionStorage.removeItem(draftKey(form));
    } catch {
      // The draft is optional, so a storage error is ignored.
    }
  },
};

function draftKey(form: string): string {
  return `form:${form}`;
}
