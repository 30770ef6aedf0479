import type { FailureHint } from './failureHint';
import type { FieldRules } from './FieldRules';
import { followEntries, type Entry } from './followEntries';
import { formDraft } from './formDraft';
import { formEntries } from './formEntries';
import { keepWithinLimit } from './keepWithinLimit';

/**
 * A form as its visitor sees it (§4). It is `inert` until the page's scripts have run, and `unknown` after a reload
 * during a submit.
 */
export interface FormState {
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed' | 'unknown';
  /** By field name, as they were last read from the page. The page's controls hold the truth. */
  values: Record<string, string>;
  /** Messages by field name. */
  errors: Record<string, string | undefined>;
  /** By field name: whether the latest input was too long, so that some of it was refused. */
  cut: Record<string, boolean>;
  /** What can be done about a failure. */
  hint?: FailureHint | undefined;
  /** How the latest submit ended. It is a new object for every submit, and moves the focus once. */
  outcome?: { wrongFields: string[] } | undefined;
}

/** A form that lives as long as the tab. A submit belongs to it, so the visitor may leave the page meanwhile. */
export interface OpenForm {
  state: FormState;
  update: (change: Partial<FormState>) => void;
  /** Reads the entries from the page. */
  read: () => void;
  /** Empties all fields. */
  clear: () => void;
  /**
   * Fills in a form of the page, follows what is entered there, and passes its state to the listener, now and after each
   * change.
   *
   * @returns a function that stops this and forgets the form, unless a submit is running
   */
  show: (element: HTMLFormElement, listener: (state: FormState) => void) => () => void;
}

type Rules = Readonly<Record<string, FieldRules>>;
type Values = Readonly<Record<string, string>>;

/** The key in a draft (no field has this name) that marks entries whose arrival is not confirmed. */
const UNKNOWN = '?';

/** The forms by name: those on the page, and those left during a submit. */
const openForms = new Map<string, OpenForm>();

/**
 * The form of this name as it was left, if a submit was running then. Otherwise a new form. Each of its fields begins
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

  let shown: { element: HTMLFormElement; listener: (state: FormState) => void } | undefined;

  function heed(entry?: Entry) {
    if (!shown) return;
    const { status, values, errors, cut } = opened.state;
    // The fields are cleared when the submit succeeds, so nothing may be entered meanwhile. Not all can be read-only.
    if (status === 'submitting' && entry) return formEntries.write(shown.element, values);
    if (status === 'submitting' || status === 'sent') return;
    const read = formEntries.read(shown.element, rules, values);
    const changed = Object.keys(rules).filter((name) => read[name] !== values[name]);
    if (entry && !changed.includes(entry.name)) changed.push(entry.name);
    if (changed.length === 0) return;
    opened.update({
      values: read,
      errors: { ...errors, ...Object.fromEntries(changed.map((name) => [name, undefined])) },
      cut: entry ? { ...cut, [entry.name]: entry.cut } : cut,
    });
  }

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
      if (shown) shown.listener(opened.state);
      // A visitor who is on another page keeps the focus, also after coming back.
      else opened.state.outcome = undefined;
    },
    read: () => heed(),
    clear() {
      const values = mapFields(rules, () => '');
      if (shown) formEntries.write(shown.element, values);
      opened.update({ values, cut: {} });
    },
    show(element, listener) {
      shown = { element, listener };
      formEntries.write(element, opened.state.values);
      const stopFollowing = followEntries(element, rules, heed);
      opened.update({});
      return () => {
        stopFollowing();
        heed();
        shown = undefined;
        if (opened.state.status !== 'submitting') openForms.delete(form);
      };
    },
  };
  openForms.set(form, opened);
  return opened;
}

function firstState(form: string, rules: Rules, fields: HTMLFormElement, suggested: Values): FormState {
  const typed = formEntries.read(fields, rules);
  const draft = formDraft.read(form);
  const [errors, cut]: [FormState['errors'], FormState['cut']] = [{}, {}];
  const values = mapFields(rules, (name, { limit, draft: isKept }) => {
    const value = typed[name] || (isKept !== false && draft[name]) || suggested[name];
    if (typeof value !== 'string') return '';
    const { text } = keepWithinLimit(value, limit?.characters);
    if (text !== value) errors[name] = limit?.message;
    return text;
  });
  return { status: draft[UNKNOWN] ? 'unknown' : 'idle', values, errors, cut };
}

/** A value for each field of a form, empty where there is none. */
export function mapFields(
  rules: Rules,
  valueOf: (name: string, rules: FieldRules) => string | undefined,
): FormState['values'] {
  const fields = Object.entries(rules);
  return Object.fromEntries(fields.map(([name, fieldRules]) => [name, valueOf(name, fieldRules) ?? '']));
}
