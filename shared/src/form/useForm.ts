import { useLayoutEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { ApiError } from '../api/ApiError';
import { putBack } from '../ui/putBack';
import { failureHint } from './failureHint';
import { checkValue, type FieldRules } from './FieldRules';
import { mapFields, openForm, type FormState, type OpenForm } from './openForm';
import { readServerErrors } from './readServerErrors';
import { takeOver } from './takeOver';

export interface FormOptions<Name extends string> {
  /** Unique among the site's forms: the ids of its fields begin with it, and its draft is kept under it. */
  name: string;
  /** By field name, in the order of the page. Must be the same object in every render. */
  rules: Readonly<Record<Name, FieldRules>>;
  /** Sends the entries, without white space around them; what it throws is the failure. */
  send: (values: Record<Name, string>) => Promise<void>;
  /** What fields begin with unless the visitor has filled them in. Must be the same object in every render. */
  suggested?: Readonly<Record<string, string>>;
}

/** A form for `Form`, and its fields for `TextField` and the other fields. */
export interface FormModel<Name extends string> extends Pick<FormState, 'status' | 'hint' | 'outcome'> {
  name: string;
  /** For the form element, which may hold what was typed before the scripts ran. */
  element: RefObject<HTMLFormElement | null>;
  field: (name: Name) => FieldModel;
  submit: (event: SubmitEvent) => void;
  /** After a success: shows the form, which is empty now. */
  again: () => void;
}

export interface FieldModel {
  id: string;
  name: string;
  rules: FieldRules;
  error: string | undefined;
  readOnly: boolean;
  /** The entry as it was last read from the page, for what is shown beside the control. */
  value: string;
  /** Whether the latest input was too long, so that some of it was refused. */
  cut: boolean;
}

/**
 * The states of a form of texts (§4): its rules are checked on submit, and if one fails nothing is sent (§5);
 * typing in a field clears its error; entries survive a failure and a reload, and are cleared by a success. What the
 * visitor sees in the controls is what is checked and sent: nothing is ever rendered into them.
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
  // React renders before it replaces anything, so this is the form that the visitor has typed into.
  const [previous] = useState(() =>
    typeof document === 'undefined' ? null : document.forms.namedItem(form),
  );

  // Not during render, because the first render has to equal the prerendered page. Not in a later effect, because
  // the visitor would see an empty form, and lose the focus.
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    restore(own, previous);
    const shown = openForm(form, rules, own, suggested);
    opened.current = shown;
    const stopShowing = shown.show(own, setState);
    const stopWatching = watchForCopies(own);
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

/** Brings a form back into the page if a copy has its place, with what was typed elsewhere before. */
function restore(form: HTMLFormElement, previous: HTMLFormElement | null) {
  const inPage = document.forms.namedItem(form.name);
  putBack(form);
  takeOver(form, [inPage, previous]);
}

/** Other software may put a copy in the place of a form at any time. It is not fought for ever. */
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
  const sent = mapFields(rules, (name) => values[name]?.trim());
  const errors = findErrors(sent, rules);
  if (Object.keys(errors).length > 0) return end({ status: 'idle' }, errors);
  update({ status: 'submitting', errors, outcome: undefined });
  try {
    await send(sent);
    opened.clear();
    end({ status: 'sent' }, {});
  } catch (error) {
    const serverErrors = readServerErrors(error instanceof ApiError ? error.response : {}, rules);
    end({ status: 'failed', hint: failureHint(error) }, serverErrors);
  }
}

function findErrors(values: FormState['values'], rules: Record<string, FieldRules>): FormState['errors'] {
  const messages = Object.entries(rules).map(([name, rule]) => [name, checkValue(values[name] ?? '', rule)]);
  return Object.fromEntries(messages.filter(([, message]) => message)) as FormState['errors'];
}
