import { isObject } from '../isObject';
import type { FieldRules } from './FieldRules';

const UNKNOWN_REASON = 'This could not be accepted. Please check it.';

/**
 * Translates the backend's errors for a record into the form's own messages.
 *
 * @param response the body of the error response. If it is not `{ data: { <field>: { code } } }`, the result is empty
 * @param rules the rules of the form's fields. Errors for other fields are ignored
 * @returns the messages by field name
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
