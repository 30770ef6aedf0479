import type { FieldRules } from './FieldRules';
import { formDraft } from './formDraft';
import { keepWithinLimit } from './keepWithinLimit';

/** A form as its visitor sees it (§4). It is `inert` until the page's scripts have run. */
export interface FormState {
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed';
  /** By field name. */
  values: Record<string, string>;
  /** Messages by field name. */
  errors: Record<string, string | undefined>;
  /** When it was last sent, as `performance.now()` gives it. */
  sentAt?: number;
  /** What can be done about a failure. */
  hint?: string | undefined;
  /** How the latest submit ended, which the focus follows once; another object for every submit. */
  outcome?: { wrongFields: string[] } | undefined;
}

/** A form of the tab. What is under way belongs to it and not to its page, which its visitor may leave. */
export interface OpenForm {
  state: FormState;
  update: (change: Partial<FormState>) => void;
  enter: (name: string, value: string) => void;
  /**
   * Passes its state to the listener, now and after each change.
   *
   * @returns ends that; the form is then forgotten, unless a submit is under way
   */
  show: (listener: (state: FormState) => void) => () => void;
}

type Rules = Readonly<Record<string, FieldRules>>;

/** By name: those that are shown, and those whose submit has ended or will end while nobody is looking. */
const openForms = new Map<string, OpenForm>();

/**
 * The form of this name as it was left, if a submit was under way then. Otherwise a new one, with what stands in the
 * page's fields already, because it was entered before the page's scripts were there, and else with what was kept.
 */
export function openForm(form: string, rules: Rules, fields: HTMLFormElement): OpenForm {
  const known = openForms.get(form);
  if (known) return known;

  let listener: ((state: FormState) => void) | undefined;
  const opened: OpenForm = {
    state: firstState(form, rules, fields),
    update(change) {
      opened.state = { ...opened.state, ...change };
      const { values } = opened.state;
      formDraft.write(
        form,
        mapFields(rules, (name, { draft }) => (draft === false ? '' : values[name])),
      );
      if (listener) listener(opened.state);
      // Who is on another page keeps the focus, also when coming back.
      else opened.state.outcome = undefined;
    },
    enter(name, value) {
      const { status, values, errors } = opened.state;
      // What is on its way is cleared when it has arrived: nothing may be added to it meanwhile.
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

function firstState(form: string, rules: Rules, fields: HTMLFormElement): FormState {
  const typed = Object.fromEntries(new FormData(fields));
  const draft = formDraft.read(form);
  const errors: FormState['errors'] = {};
  const values = mapFields(rules, (name, { limit, draft: isKept }) => {
    const value = typed[name] || (isKept !== false && draft[name]);
    if (typeof value !== 'string') return '';
    const { text } = keepWithinLimit(value, limit?.characters);
    if (text !== value) errors[name] = limit?.message;
    return text;
  });
  return { status: 'idle', values, errors };
}

/** A value for each field of a form, empty where there is none. */
export function mapFields(
  rules: Rules,
  valueOf: (name: string, rules: FieldRules) => string | undefined,
): FormState['values'] {
  const fields = Object.entries(rules);
  return Object.fromEntries(fields.map(([name, fieldRules]) => [name, valueOf(name, fieldRules) ?? '']));
}
