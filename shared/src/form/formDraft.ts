import { isObject } from '../isObject';

/**
 * The entries of a form, kept in the tab's session storage so that an accidental reload loses nothing. If storage is
 * blocked or full, the draft is not saved.
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

  /** Stores the entries of a form, or deletes the draft if all are empty. */
  write(form: string, entries: Record<string, string>): void {
    try {
      if (Object.values(entries).some(Boolean)) sessionStorage.setItem(keyOf(form), JSON.stringify(entries));
      else sessionStorage.removeItem(keyOf(form));
    } catch {
      // The form works without a draft.
    }
  },
};

function keyOf(form: string): string {
  return `form:${form}`;
}
