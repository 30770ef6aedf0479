import { isObject } from '../isObject';
import type { FieldRules } from './FieldRules';

/** For a field that the backend refuses for a reason without a rule in the form. */
const UNKNOWN_REASON = 'This could not be accepted. Please check it.';

/**
 * The backend's errors for a record, by field, in the form's own words.
 *
 * @param response the body of its answer: `{ data: { <field>: { code } } }`, or anything else
 * @param rules of the form's fields; other fields are left out
 */
export function readServerErrors(
  { data }: Record<string, unknown>,
  rules: Readonly<Record<string, FieldRules>>,
): Record<string, string> {
  const messages: Record<string, string> = {};
  if (!isObject(data)) return messages;
  for (const [name, fieldRules] of Object.entries(rules)) {
    const serverError = data[name];
    if (isObject(serverError)) messages[name] = messageFor(serverError.code, fieldRules);
  }
  return messages;
}

function messageFor(code: unknown, { required, limit, email }: FieldRules): string {
  const messages = new Map<unknown, string | undefined>([
    ['validation_required', required],
    ['validation_max_text_constraint', limit?.message],
    ['validation_invalid_format', email],
  ]);
  return messages.get(code) ?? UNKNOWN_REASON;
}
