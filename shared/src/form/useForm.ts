import { useLayoutEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { ApiError } from '../api/ApiError';
import { putBack } from '../ui/putBack';
import { failureHint } from './failureHint';
import { checkValue, type FieldRules } from './FieldRules';
import { mapFields, openForm, type FormState, type OpenForm } from './openForm';
import { readServerErrors } from './readServerErrors';
import { takeOver } from './takeOver';

export interface FormOptions<Name extends string> {
  /** Unique among the site's forms: the prefix of its fields' ids, and the key of its draft. */
  name: string;
  /** The rules of each field, by field name, in page order. Must be the same object in every render. */
  rules: Readonly<Record<Name, FieldRules>>;
  /** Sends the trimmed entries. If it throws, the submit has failed. */
  send: (values: Record<Name, string>) => Promise<void>;
  /** Initial values by field name, for fields that are still empty. Must be the same object in every render. */
  suggested?: Readonly<Record<string, string>>;
}

/** The model of a form, for the component `Form`. Its `field` returns models for `TextField` and the other fields. */
export interface FormModel<Name extends string> extends Pick<FormState, 'status' | 'hint' | 'outcome'> {
  name: string;
  /** The ref of the form element, which may contain what was typed before the scripts ran. */
  element: RefObject<HTMLFormElement | null>;
  field: (name: Name) => FieldModel;
  submit: (event: SubmitEvent) => void;
  /** Shows the form again, now empty, after a success. */
  again: () => void;
}

export interface FieldModel {
  id: string;
  name: string;
  rules: FieldRules;
  error: string | undefined;
  readOnly: boolean;
  /** The entry as last read from the control, for display next to the control, e.g. in a counter. */
  value: string;
  /** Whether the latest input was too long, so that some of it was refused. */
  cut: boolean;
}

/**
 * Manages a form (§4). A submit checks the rules, and sends nothing if one of them fails (§5). Typing in a field clears its
 * error. Entries survive a failure and a reload, and a success clears them. Rendering never sets a control's value, so
 * what the visitor sees in a control is what is checked and sent.
 */
export function useForm<Name extends string>({
  name: form,
  rules,
  send,
  suggested,
}: FormOptions<Name>): FormModel<Name> {
  const [state, setState] = useState<FormState>({ status: 'inert', values: {}, errors: {}, cut: {} });
  const element = useRef<HTMLFormElement>(null);
  const opened = useRef<OpenForm>(null);
  const { status, values, errors, cut, hint, outcome } = state;
  // The first render comes before React replaces any element, so this is the form that the visitor has typed into.
  const [previous] = useState(() =>
    typeof document === 'undefined' ? null : document.forms.namedItem(form),
  );

  // The form cannot be restored during render, because the first render has to equal the prerendered page. In `useEffect`,
  // restoring would be too late: the visitor would see an empty form for a moment, and lose the focus.
  useLayoutEffect(() => {
    const ownElement = element.current;
    if (!ownElement) return;
    restore(ownElement, previous);
    const openedForm = openForm(form, rules, ownElement, suggested);
    opened.current = openedForm;
    const stopShowing = openedForm.show(ownElement, setState);
    const stopWatching = watchForCopies(ownElement);
    return () => {
      stopWatching();
      stopShowing();
    };
  }, [form, previous, rules, suggested]);

  return {
    name: form,
    status,
    hint,
    outcome,
    element,
    field: (name) => ({
      id: `${form}-${name}`,
      name,
      rules: rules[name],
      error: errors[name],
      readOnly: status === 'submitting',
      value: values[name] ?? '',
      cut: cut[name] ?? false,
    }),
    submit: (event) => {
      event.preventDefault();
      if (opened.current) void submit(opened.current, rules, send);
    },
    again: () => opened.current?.update({ status: 'idle', outcome: { wrongFields: [] } }),
  };
}

/** Puts a form back if a copy has replaced it. Keeps what was typed into the copy or into an earlier form. */
function restore(form: HTMLFormElement, previous: HTMLFormElement | null) {
  const inPage = document.forms.namedItem(form.name);
  putBack(form);
  takeOver(form, [inPage, previous]);
}

/**
 * Puts a form back if other software replaces it with a copy, at most three times.
 *
 * @returns a function that stops watching for copies
 */
function watchForCopies(form: HTMLFormElement): () => void {
  let attempts = 3;
  const observer = new MutationObserver(() => {
    if (form.isConnected) return;
    restore(form, null);
    attempts -= 1;
    if (attempts === 0) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

async function submit(
  opened: OpenForm,
  rules: Record<string, FieldRules>,
  send: (values: FormState['values']) => Promise<void>,
) {
  const { update } = opened;
  opened.read();
  const { status, values } = opened.state;
  if (status === 'submitting' || status === 'sent') return;
  const end = (change: Partial<FormState>, errors: FormState['errors']) =>
    update({ ...change, errors, outcome: { wrongFields: Object.keys(errors) } });
  const trimmed = mapFields(rules, (name) => values[name]?.trim());
  const errors = findErrors(trimmed, rules);
  if (Object.keys(errors).length > 0) return end({ status: 'idle' }, errors);
  update({ status: 'submitting', errors, outcome: undefined });
  try {
    await send(trimmed);
    opened.clear();
    end({ status: 'sent' }, {});
  } catch (error) {
    const serverErrors = readServerErrors(error instanceof ApiError ? error.response : {}, rules);
    end({ status: 'failed', hint: failureHint(error) }, serverErrors);
  }
}

function findErrors(values: FormState['values'], rules: Record<string, FieldRules>): FormState['errors'] {
  const errors: FormState['errors'] = {};
  for (const [name, rule] of Object.entries(rules)) {
    const message = checkValue(values[name] ?? '', rule);
    if (message) errors[name] = message;
  }
  return errors;
}
