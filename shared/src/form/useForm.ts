import {
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { ApiError } from '../api/ApiError';
import { reattach } from '../ui/reattach';
import { cleanText } from './cleanText';
import { failureHint, type FailureHint } from './failureHint';
import { checkValue, type FieldRules } from './FieldRules';
import { formDraft } from './formDraft';
import { formEntries } from './formEntries';
import { isUnconfirmed } from './isUnconfirmed';
import { readServerErrors } from './readServerErrors';
import { adoptTypedInput } from './adoptTypedInput';

export interface FormOptions<Name extends string> {
  /** A name that is unique on the site. It is used as the prefix of the fields' ids and in the draft's key. */
  name: string;
  /** Each field's rules, in the order of the fields on the page. Must be the same object on every render. */
  rules: Readonly<Record<Name, FieldRules>>;
  /** Sends the entries after `cleanText` has cleaned them. If the promise is rejected, the submission has failed. */
  send: (values: Record<Name, string>) => Promise<void>;
  /** Initial entries for fields that are still empty. Must be the same object on every render. */
  suggested?: Values;
}

export interface FormModel<Name extends string> extends Pick<FormState, 'status' | 'hint'> {
  name: string;
  element: RefObject<HTMLFormElement | null>;
  /**
   * The outcome of the latest submission. Each submission creates a new object, so that the focus moves once per submission.
   */
  outcome: { wrongFields: string[] } | undefined;
  field: (name: Name) => FieldModel;
  submit: (event: SubmitEvent) => void;
  again: () => void;
}

export interface FieldModel {
  id: string;
  name: string;
  rules: FieldRules;
  error: string | undefined;
  readOnly: boolean;
  /** The entry as last read from the control. It is only for display next to the control, e.g. in a counter. */
  value: string;
}

interface FormState {
  /**
   * `inert` means that the page is not hydrated yet. `unknown` means that the latest submission may or may not have arrived.
   */
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed' | 'unknown';
  values: Values;
  errors: Readonly<Record<string, string | undefined>>;
  hint?: FailureHint | undefined;
}

type Rules = Readonly<Record<string, FieldRules>>;
type Values = Readonly<Record<string, string>>;

const INERT: FormState = { status: 'inert', values: {}, errors: {} };

/**
 * The entries are read from the controls whenever one of these events occurs. `input` alone is not enough, because other
 * software may change entries without firing an event. The listeners are on the window, because other software may also
 * replace the controls.
 */
const CHANCES = ['input', 'focusin', 'pointerover', 'pagehide'];

/** The key that marks a draft whose submission may have arrived. No field has this name. */
const UNKNOWN = '?';

/**
 * The state of each form, by form name. It is kept outside the components, so that a submission continues if the visitor
 * leaves the page.
 */
const states = new Map<string, FormState>();
const listeners = new Set<() => void>();

/**
 * Manages a form (§4). A submission is sent only if all entries comply with the rules (§5). Typing in a field clears its
 * error. Entries survive a failure and a reload, and are cleared after a success. A submission continues if the visitor
 * leaves the page. Rendering never sets a control's value, so the entries that the visitor sees are the entries that are
 * checked and sent.
 */
export function useForm<Name extends string>({
  name: form,
  rules,
  send,
  suggested,
}: FormOptions<Name>): FormModel<Name> {
  const state = useSyncExternalStore(
    listen,
    () => states.get(form) ?? INERT,
    () => INERT,
  );
  const element = useRef<HTMLFormElement>(null);
  // The outcome is not part of `FormState`, which outlives the component. If a submission ends while the visitor is on
  // another page, the focus must not move, not even when the visitor returns.
  const [outcome, setOutcome] = useState<FormModel<Name>['outcome']>();
  // During the first render, React has not replaced any elements yet, so the form in the page still contains what the
  // visitor has typed.
  const [previous] = useState(() =>
    typeof document === 'undefined' ? null : document.forms.namedItem(form),
  );
  const { status, values, errors, hint } = state;

  // Restores the form in a layout effect. Rendering is too early, because the first render must match the prerendered page.
  // `useEffect` is too late: the visitor would briefly see an empty form, and the focus would be lost.
  useLayoutEffect(() => {
    const ownElement = element.current;
    if (!ownElement) return;
    const read = () => readEntries(form, rules, ownElement);
    restore(ownElement, previous);
    const opened = states.get(form) ?? openedState(form, rules, ownElement, suggested);
    formEntries.write(ownElement, opened.values);
    setState(form, opened);
    const stopWatching = watchForCopies(ownElement);
    for (const type of CHANCES) addEventListener(type, read);
    return () => {
      for (const type of CHANCES) removeEventListener(type, read);
      stopWatching();
      read();
      if (states.get(form)?.status !== 'submitting') states.delete(form);
    };
  }, [form, previous, rules, suggested]);

  // Clears the form after a success, even if the visitor left the page during the submission and has returned.
  useLayoutEffect(() => {
    if (status === 'sent' && element.current) formEntries.write(element.current, values);
  }, [status, values]);

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
    }),
    submit: (event) => {
      event.preventDefault();
      if (element.current) void submit(form, rules, element.current, send, setOutcome);
    },
    again: () => {
      change(form, { status: 'idle' });
      setOutcome({ wrongFields: [] });
    },
  };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(form: string, state: FormState): void {
  states.set(form, state);
  for (const listener of listeners) listener();
}

function change(form: string, part: Partial<FormState>): void {
  const state = { ...(states.get(form) ?? INERT), ...part };
  keepDraft(form, state.status, state.values);
  setState(form, state);
}

function keepDraft(form: string, status: FormState['status'], values: Values): void {
  const mayHaveArrived = status === 'submitting' || status === 'unknown';
  formDraft.write(form, mayHaveArrived ? { ...values, [UNKNOWN]: 'yes' } : values);
}

/**
 * Returns a form's initial state. An empty control takes its entry from the saved draft or, if the draft has none, from the
 * suggestions. Then saves all entries as the new draft, except those from the suggestions.
 */
function openedState(form: string, rules: Rules, element: HTMLFormElement, suggested?: Values): FormState {
  const typed = formEntries.read(element, rules);
  const draft = formDraft.read(form);
  const kept = mapFields(rules, (field, { draft: isRestored }) => {
    const value = typed[field] || (isRestored !== false && draft[field]);
    return typeof value === 'string' ? value : '';
  });
  const status = draft[UNKNOWN] ? 'unknown' : 'idle';
  keepDraft(form, status, kept);
  return { status, values: mapFields(rules, (field) => kept[field] || suggested?.[field] || ''), errors: {} };
}

function readEntries(form: string, rules: Rules, element: HTMLFormElement): void {
  const { status, values, errors } = states.get(form) ?? INERT;
  if (!isOpen(status)) return;
  const read = formEntries.read(element, rules, values);
  const changed = Object.keys(rules).filter((field) => read[field] !== values[field]);
  if (changed.length === 0) return;
  change(form, {
    values: read,
    errors: { ...errors, ...Object.fromEntries(changed.map((field) => [field, undefined])) },
  });
}

async function submit(
  form: string,
  rules: Rules,
  element: HTMLFormElement,
  send: (values: Record<string, string>) => Promise<void>,
  onEnd: (outcome: { wrongFields: string[] }) => void,
) {
  readEntries(form, rules, element);
  const { status, values } = states.get(form) ?? INERT;
  if (!isOpen(status)) return;
  const end = (part: Partial<FormState>, errors: FormState['errors'] = {}) => {
    change(form, { ...part, errors });
    onEnd({ wrongFields: Object.keys(errors) });
  };
  const cleaned = mapFields(rules, (field) => cleanText(values[field] ?? ''));
  const errors = findErrors(cleaned, rules);
  if (Object.keys(errors).length > 0) return end({ status: 'idle' }, errors);
  change(form, { status: 'submitting', errors: {} });
  try {
    await send(cleaned);
    end({ status: 'sent', values: mapFields(rules, () => '') });
  } catch (error) {
    const serverErrors = readServerErrors(error instanceof ApiError ? error.response : {}, rules);
    end({ status: isUnconfirmed(error) ? 'unknown' : 'failed', hint: failureHint(error) }, serverErrors);
  }
}

function isOpen(status: FormState['status']): boolean {
  return !['inert', 'submitting', 'sent'].includes(status);
}

function findErrors(values: Values, rules: Rules): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const message = checkValue(values[name] ?? '', rule);
    if (message) errors[name] = message;
  }
  return errors;
}

function mapFields(
  rules: Rules,
  valueOf: (name: string, rules: FieldRules) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, valueOf(name, rule)]));
}

function restore(form: HTMLFormElement, previous: HTMLFormElement | null) {
  const inPage = document.forms.namedItem(form.name);
  reattach(form);
  adoptTypedInput(form, [inPage, previous]);
}

/**
 * Puts a form back into the page whenever other software, such as a browser extension, replaces it with a copy. Gives up
 * after three attempts.
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
