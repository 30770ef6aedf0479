import type { FieldRules } from './FieldRules';
import type { Errors, FormState, Values } from './FormState';
import { keepWithinLimit } from './keepWithinLimit';
import { keptEntries } from './keptEntries';

/** A form of the tab. What is under way belongs to it and not to its page, which its visitor may leave. */
export interface OpenForm<Name extends string> {
  state: FormState<Name>;
  update: (change: Partial<FormState<Name>>) => void;
  enter: (name: Name, value: string) => void;
  /**
   * Has its state shown now and after each change.
   *
   * @returns what ends that. A form is then forgotten, unless a submit is under way
   */
  show: (listener: (state: FormState<Name>) => void) => () => void;
}

type Rules<Name extends string> = Readonly<Record<Name, FieldRules>>;

/** By name: those that are shown, and those of which nobody has seen yet how their submit ended. */
const openForms = new Map<string, unknown>();

/**
 * The form of this name as it was left, if a submit was under way then. Otherwise a new one, with what stands in the
 * page's fields already, because it was entered before the page's scripts were there, and else with what was kept.
 */
export function openForm<Name extends string>(
  form: string,
  rules: Rules<Name>,
  fields: HTMLFormElement,
): OpenForm<Name> {
  const known = openForms.get(form) as OpenForm<Name> | undefined;
  if (known) return known;

  let listener: ((state: FormState<Name>) => void) | undefined;
  const opened: OpenForm<Name> = {
    state: firstState(form, rules, fields),
    update(change) {
      opened.state = { ...opened.state, ...change };
      const { values } = opened.state;
      keptEntries.write(
        form,
        mapFields(rules, (name) => (rules[name].kept === false ? '' : values[name])),
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

function firstState<Name extends string>(
  form: string,
  rules: Rules<Name>,
  fields: HTMLFormElement,
): FormState<Name> {
  const typed = Object.fromEntries(new FormData(fields));
  const kept = keptEntries.read(form);
  const errors: Errors<Name> = {};
  const values = mapFields(rules, (name) => {
    const value = typed[name] || kept[name];
    if (typeof value !== 'string') return '';
    const { limit } = rules[name];
    const { text } = keepWithinLimit(value, limit?.characters);
    if (text !== value) errors[name] = limit?.message;
    return text;
  });
  return { status: 'idle', values, errors };
}

/** A value for each field of a form. */
export function mapFields<Name extends string>(
  rules: Rules<Name>,
  valueOf: (name: Name) => string,
): Values<Name> {
  const names = Object.keys(rules) as Name[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values<Name>;
}
