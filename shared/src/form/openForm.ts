import type { FailureHint } from './failureHint';
import type { FieldRules } from './FieldRules';
import { followEntries, type Entry } from './followEntries';
import { formDraft } from './formDraft';
import { formEntries } from './formEntries';
import { keepWithinLimit } from './keepWithinLimit';

/** The state of a form as its visitor sees it (§4). */
export interface FormState {
  /** `inert` until the page's scripts have run; `unknown` after a reload during a submit. */
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed' | 'unknown';
  /** The entries by field name, as last read from the controls, which are the source of truth. */
  values: Record<string, string>;
  /** Error messages by field name. */
  errors: Record<string, string | undefined>;
  /** By field name, whether the latest input into the field was too long, so that some of it was refused. */
  cut: Record<string, boolean>;
  /** What the visitor can do about a failure. */
  hint?: FailureHint | undefined;
  /** How the latest submit ended. Each submit creates a new object, so that the focus moves exactly once per submit. */
  outcome?: { wrongFields: string[] } | undefined;
}

/** An open form. It is independent of the page's components, so a submit goes on if the visitor leaves the page. */
export interface OpenForm {
  state: FormState;
  update: (change: Partial<FormState>) => void;
  /** Reads the entries from the form's controls. */
  read: () => void;
  /** Empties all fields. */
  clear: () => void;
  /**
   * Shows this form in a form element: fills in the controls, follows the visitor's input, and passes the state to the
   * listener, now and after each change.
   *
   * @returns a function that detaches the form from the element, and closes the form unless a submit is running
   */
  show: (element: HTMLFormElement, listener: (state: FormState) => void) => () => void;
}

type Rules = Readonly<Record<string, FieldRules>>;
type Values = Readonly<Record<string, string>>;

/** A draft has this key if its submit was interrupted, so that the entries may have arrived. No field has this name. */
const UNKNOWN = '?';

/** The open forms by name: those on the page, and those that the visitor left during a submit. */
const openForms = new Map<string, OpenForm>();

/**
 * Opens a form. A form that the visitor left during a submit is returned unchanged. In a new form, each field gets the
 * first entry that is not empty: the one already in its control, the one in the draft, or the suggested one.
 *
 * @param name unique among the site's forms
 * @param element the form element, in which the visitor may have typed before the scripts ran
 * @param suggested initial values by field name
 */
export function openForm(
  name: string,
  rules: Rules,
  element: HTMLFormElement,
  suggested: Values = {},
): OpenForm {
  const known = openForms.get(name);
  if (known) return known;

  let shown: { element: HTMLFormElement; listener: (state: FormState) => void } | undefined;

  /** Reads the entries from the controls, and clears the errors of the fields that have changed. */
  function readEntries(entry?: Entry) {
    if (!shown) return;
    const { status, values, cut } = opened.state;
    // Undoes input made during a submit, because a success would clear it. Such input is possible in selects and
    // checkboxes, which cannot be read-only.
    if (status === 'submitting' && entry) return formEntries.write(shown.element, values);
    if (status === 'submitting' || status === 'sent') return;
    const read = formEntries.read(shown.element, rules, values);
    const changed = Object.keys(rules).filter(
      (field) => field === entry?.name || read[field] !== values[field],
    );
    if (changed.length === 0) return;
    const errors = { ...opened.state.errors };
    for (const field of changed) errors[field] = undefined;
    opened.update({ values: read, errors, cut: entry ? { ...cut, [entry.name]: entry.cut } : cut });
  }

  const opened: OpenForm = {
    state: firstState(name, rules, element, suggested),
    update(change) {
      opened.state = { ...opened.state, ...change };
      const { status, values } = opened.state;
      // A form that contains nothing but suggestions needs no draft.
      const isUntouched = Object.keys(rules).every((field) => values[field] === (suggested[field] ?? ''));
      const entries = isUntouched ? {} : values;
      const isUnknown = status === 'submitting' || status === 'unknown';
      formDraft.write(name, isUnknown ? { ...entries, [UNKNOWN]: 'yes' } : entries);
      if (shown) shown.listener(opened.state);
      // The focus must not move while the visitor is on another page, nor when the visitor returns.
      else opened.state.outcome = undefined;
    },
    read: () => readEntries(),
    clear() {
      const values = mapFields(rules, () => '');
      if (shown) formEntries.write(shown.element, values);
      opened.update({ values, cut: {} });
    },
    show(target, listener) {
      shown = { element: target, listener };
      formEntries.write(target, opened.state.values);
      const stopFollowing = followEntries(target, rules, readEntries);
      opened.update({});
      return () => {
        stopFollowing();
        readEntries();
        shown = undefined;
        if (opened.state.status !== 'submitting') openForms.delete(name);
      };
    },
  };
  openForms.set(name, opened);
  return opened;
}

function firstState(name: string, rules: Rules, element: HTMLFormElement, suggested: Values): FormState {
  const typed = formEntries.read(element, rules);
  const draft = formDraft.read(name);
  const errors: FormState['errors'] = {};
  const values = mapFields(rules, (field, { limit, draft: isRestored }) => {
    const value = typed[field] || (isRestored !== false && draft[field]) || suggested[field];
    if (typeof value !== 'string') return '';
    const { text } = keepWithinLimit(value, limit?.characters);
    if (text !== value) errors[field] = limit?.message;
    return text;
  });
  return { status: draft[UNKNOWN] ? 'unknown' : 'idle', values, errors, cut: {} };
}

/** The values that `valueOf` returns for a form's fields, by field name. An undefined value becomes an empty string. */
export function mapFields(
  rules: Rules,
  valueOf: (name: string, rules: FieldRules) => string | undefined,
): FormState['values'] {
  const fields = Object.entries(rules);
  return Object.fromEntries(fields.map(([name, fieldRules]) => [name, valueOf(name, fieldRules) ?? '']));
}
