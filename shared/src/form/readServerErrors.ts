import type { FieldRules } from './FieldRules';

/** What is said of a field that the backend refuses for a reason that no rule of the form knows. */
const UNKNOWN_REASON = 'This could not be accepted. Please check it.';

/**
 * What the backend objects to in a record, by field, in the form's own words.
 *
 * @param response the body of its answer: `{ data: { <field>: { code } } }`, or anything else
 * @param rules of the form's fields; other fields are left out
 */
export function readServerErrors<Name extends string>(
  { data }: Record<string, unknown>,
  rules: Readonly<Record<Name, FieldRules>>,
): Partial<Record<Name, string>> {
  const messages: Partial<Record<Name, string>> = {};
  if (!isObject(data)) return messages;
  for (const name of Object.keys(rules) as Name[]) {
    const serverError = data[name];
    if (isObject(serverError)) messages[name] = messageFor(serverError.code, rules[name]);
  }
  return messages;
}

function messageFor(code: unknown, { required, limit, email }: FieldRules): string {
  switch (code) {
    case 'validation_required':
      return required ?? UNKNOWN_REASON;
    case 'validation_max_text_constraint':
      return limit?.message ?? UNKNOWN_REASON;
    case 'validation_is_email':
      return email ?? UNKNOWN_REASON;
    default:
      return UNKNOWN_REASON;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
