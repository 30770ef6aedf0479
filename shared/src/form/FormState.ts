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
  outcome?: { wrongFields: Name[] } | undefined;
}
