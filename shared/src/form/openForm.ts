import type { FieldRules } from './FieldRules';
import { formDraft } from './formDraft';
import { keepWithinLimit } from './keepWithinLimit';

/**
 * A form as its visitor sees it (§4). It is `inert` until the page's scripts have run, and `unknown` after a reload
 * during a submit.
 */
export interface FormState {
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed' | 'unknown';
  /** By field name; a field without a value is empty. */
  values: Record<string, string>;
  /** Messages by field name. */
  errors: Record<string, string | undefined>;
  /** What can be done about a failure. */
  hint?: string | undefined;
  /** How the latest submit ended. It is a new object for every submit, and moves the focus once. */
  outcome?: { wrongFields: string[] } | undefined;
}

/** A form that lives as long as the tab. A submit belongs to it, so the visitor may leave the page meanwhile. */
export interface OpenForm {
  state: FormState;
  update: (change: Partial<FormState>) => void;
  enter: (name: string, value: string) => void;
  /**
   * Passes its state to the listener, now and after each change.
   *
   * @returns a function that stops this and forgets the form, unless a submit is under way
   */
  show: (listener: (state: FormState) => void) => () => void;
}

type Rules = Readonly<Record<string, FieldRules>>;
type Values = Readonly<Record<string, string>>;

/** Noted among the entries of a draft, as no field is called, while nobody knows whether they have arrived. */
const UNKNOWN = '?';

/** The forms by name: those on the page, and those left during a submit. */
const openForms = new Map<string, OpenForm>();

/**
 * The form of this name as it was left, if a submit was under way then. Otherwise a new form. Each of its fields begins
 * with what the visitor typed before the scripts had run, or else with the draft, or else with what is suggested.
 */
export function openForm(
  form: string,
  rules: Rules,
  fields: HTMLFormElement,
  suggested: Values = {},
): OpenForm {
  const known = openForms.get(form);
  if (known) return known;

  let listener: ((state: FormState) => void) | undefined;
  const opened: OpenForm = {
    state: firstState(form, rules, fields, suggested),
    update(change) {
      opened.state = { ...opened.state, ...change };
      const { status, values } = opened.state;
      // What is only suggested is no draft of the visitor's.
      const isUntouched = Object.keys(rules).every((name) => values[name] === (suggested[name] ?? ''));
      const entries = isUntouched ? {} : values;
      const isUnknown = status === 'submitting' || status === 'unknown';
      formDraft.write(form, isUnknown ? { ...entries, [UNKNOWN]: 'yes' } : entries);
      if (listener) listener(opened.state);
      // A visitor who is on another page keeps the focus, also after coming back.
      else opened.state.outcome = undefined;
    },
    enter(name, value) {
      const { status, values, errors } = opened.state;
      // The fields are cleared when the submit succeeds, so nothing may be typed into them meanwhile.
      if (status === 'submitting') return;
      opened.update({
        values: { ...values, [name]: value },
        errors: { ...errors, [name]: undefined },
      });
    },
    show(show) {
      listener = show;
      opened.update({});
      return () => {
        listener = undefined;
        if (opened.state.status !== 'submitting') openForms.delete(form);
      };
    },
  };
  openForms.set(form, opened);
  return opened;
}

function firstState(form: string, rules: Rules, fields: HTMLFormElement, suggested: Values): FormState {
  const typed = Object.fromEntries(new FormData(fields));
  const draft = formDraft.read(form);
  const errors: FormState['errors'] = {};
  const values = mapFields(rules, (name, { limit, draft: isKept }) => {
    const value = typed[name] || (isKept !== false && draft[name]) || suggested[name];
    if (typeof value !== 'string') return '';
    const { text } = keepWithinLimit(value, limit?.characters);
    if (text !== value) errors[name] = limit?.message;
    return text;
  });
  return { status: draft[UNKNOWN] ? 'unknown' : 'idle', values, errors };
}

/** A value for each field of a form, empty where there is none. */
export function mapFields(
  rules: Rules,
  valueOf: (name: string, rules: FieldRules) => string | undefined,
): FormState['values'] {
  const fields = Object.entries(rules);
  return Object.fromEntries(fields.map(([name, fieldRules]) => [name, valueOf(name, fieldRules) ?? '']));
}
