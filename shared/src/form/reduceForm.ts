export type Values<Name extends string> = Record<Name, string>;

/** Messages by field name. */
export type Errors<Name extends string> = { [Key in Name]?: string | undefined };

/** A form as its visitor sees it (§4). It is `inert` until the page's scripts have run. */
export interface FormState<Name extends string> {
  status: 'inert' | 'idle' | 'submitting' | 'sent' | 'failed';
  values: Values<Name>;
  errors: Errors<Name>;
  /** What can be done about a failure. */
  hint?: string | undefined;
  /** How the latest submit ended, which the focus follows once; another object for every submit. */
  outcome?: { wrongFields: Name[] };
}

type FormAction<Name extends string> =
  | { type: 'opened'; values: Values<Name> }
  | { type: 'changed'; name: Name; value: string }
  | { type: 'refused'; errors: Errors<Name> }
  | { type: 'submitting' }
  | { type: 'sent'; values: Values<Name> }
  | { type: 'failed'; errors: Errors<Name>; hint: string | undefined };

/** The state of a form after something has happened to it. */
export function reduceForm<Name extends string>(
  state: FormState<Name>,
  action: FormAction<Name>,
): FormState<Name> {
  const { values, errors } = state;
  switch (action.type) {
    case 'opened':
      return { status: 'idle', values: action.values, errors: {} };
    case 'changed':
      // What is on its way is cleared when it has arrived: nothing may be added to it meanwhile.
      if (state.status === 'submitting') return state;
      return {
        ...state,
        values: { ...values, [action.name]: action.value },
        errors: { ...errors, [action.name]: undefined },
      };
    case 'refused':
      return { status: 'idle', values, errors: action.errors, outcome: outcomeOf(action.errors) };
    case 'submitting':
      return { status: 'submitting', values, errors: {} };
    case 'sent':
      return { status: 'sent', values: action.values, errors: {}, outcome: outcomeOf({}) };
    case 'failed':
      return {
        status: 'failed',
        values,
        errors: action.errors,
        hint: action.hint,
        outcome: outcomeOf(action.errors),
      };
  }
}

function outcomeOf<Name extends string>(errors: Errors<Name>): { wrongFields: Name[] } {
  return { wrongFields: (Object.keys(errors) as Name[]).filter((name) => errors[name]) };
}
