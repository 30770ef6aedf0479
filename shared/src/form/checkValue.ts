import { countCharacters } from './countCharacters';
import type { FieldRules } from './FieldRules';

/** The message of the first rule that a value breaks (§5); undefined if it breaks none. */
export function checkValue(value: string, { required, limit, email }: FieldRules): string | undefined {
  if (!value.trim()) return required;
  if (limit && countCharacters(value) > limit.characters) return limit.message;
  if (email && !looksLikeEmail(value)) return email;
  return undefined;
}

/** One `@`, no white space, and a dot inside the part behind the `@`. */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
