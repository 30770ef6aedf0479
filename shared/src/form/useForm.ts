import { useEffect, useReducer, useRef, type SubmitEvent } from 'react';
import { ApiError } from '../api/ApiError';
import { checkValue } from './checkValue';
import { failureHint } from './failureHint';
import type { FieldRules } from './FieldRules';
import { keepWithinLimit } from './keepWithinLimit';
import { keptEntries } from './keptEntries';
import { readObjections } from './readObjections';
import { reduceForm, type Errors, type FormState, type Values } from './reduceForm';

export interface FormOptions<Name extends string> {
  /** A word of its own among the site's forms: the ids of its fields begin with it, its entries are kept by it. */
  name: string;
  /** By field name, in the order of the page. Must be the same object in every render. */
  rules: Readonly<Record<Name, FieldRules>>;
  /** Sends the entries, without white space around them; what it throws is the failure. */
  send: (values: Values<Name>) => Promise<void>;
}

/** A form for `Form`, and its fields for `TextField` and the other fields. */
export interface FormModel<Name extends string> {
  status: FormState<Name>['status'];
  hint: string | undefined;
  outcome: FormState<Name>['outcome'] | undefined;
  field: (name: Name) => FieldModel;
  idOf: (name: Name) => string;
  submit: (event: SubmitEvent) => void;
}

export interface FieldModel {
  id: string;
  name: string;
  value: string;
  rules: FieldRules;
  error: string | undefined;
  readOnly: boolean;
  change: (value: string) => void;
}

/**
 * The states of a form of texts (§4): its rules are checked on submit, and if one fails nothing is sent (§5);
 * typing in a field clears its error; entries survive a failure and a reload, and are cleared by a success.
 */
export function useForm<Name extends string>({
  name: form,
  rules,
  send,
}: FormOptions<Name>): FormModel<Name> {
  const [state, dispatch] = useReducer(reduceForm<Name>, rules, inertForm);
  const sending = useRef(false);
  const { status, values, errors, hint, outcome } = state;

  // Not earlier: the first render has to be the one that was prerendered.
  useEffect(() => {
    dispatch({ type: 'opened', values: restoreValues(form, rules) });
  }, [form, rules]);

  useEffect(() => {
    if (status !== 'inert') keptEntries.write(form, values);
  }, [form, status, values]);

  async function submit() {
    if (sending.current) return;
    const sent = mapFields(rules, (name) => values[name].trim());
    const wrong = findErrors(sent, rules);
    if (Object.keys(wrong).length > 0) {
      dispatch({ type: 'refused', errors: wrong });
      return;
    }
    sending.current = true;
    dispatch({ type: 'submitting' });
    try {
      await send(sent);
      const nothing = mapFields(rules, () => '');
      // Also for a visitor who has left the page meanwhile.
      keptEntries.write(form, nothing);
      dispatch({ type: 'sent', values: nothing });
    } catch (error) {
      const response = error instanceof ApiError ? error.response : {};
      dispatch({ type: 'failed', errors: readObjections(response, rules), hint: failureHint(error) });
    } finally {
      sending.current = false;
    }
  }

  const idOf = (name: Name) => `${form}-${name}`;
  return {
    status,
    hint,
    outcome,
    idOf,
    field: (name) => ({
      id: idOf(name),
      name,
      value: values[name],
      rules: rules[name],
      error: errors[name],
      readOnly: status === 'submitting',
      change: (value) => dispatch({ type: 'changed', name, value }),
    }),
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}

function inertForm<Name extends string>(rules: Record<Name, FieldRules>): FormState<Name> {
  return { status: 'inert', values: mapFields(rules, () => ''), errors: {} };
}

function restoreValues<Name extends string>(form: string, rules: Record<Name, FieldRules>): Values<Name> {
  const kept = keptEntries.read(form);
  return mapFields(rules, (name) => {
    const value = kept[name];
    const { limit } = rules[name];
    if (typeof value !== 'string') return '';
    return limit ? keepWithinLimit(value, limit.characters).text : value;
  });
}

function findErrors<Name extends string>(
  values: Values<Name>,
  rules: Record<Name, FieldRules>,
): Errors<Name> {
  const errors: Errors<Name> = {};
  for (const name of Object.keys(rules) as Name[]) {
    const message = checkValue(values[name], rules[name]);
    if (message) errors[name] = message;
  }
  return errors;
}

function mapFields<Name extends string>(
  rules: Record<Name, FieldRules>,
  valueOf: (name: Name) => string,
): Values<Name> {
  const names = Object.keys(rules) as Name[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values<Name>;
}
