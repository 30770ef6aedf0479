/** The rules of a field (§5), with their error messages. Without rules everything is accepted. */
export interface FieldRules {
  /** The message if the value is blank. */
  required?: string;
  /** The message if the value does not look like an email address. */
  email?: string;
  limit?: CharacterLimit;
  /** False to leave the field out of a restored draft, so that the visitor has to fill it in again after a reload. */
  draft?: false;
}

export interface CharacterLimit {
  /** The maximum length as browsers count it in `maxlength`: in UTF-16 code units. */
  characters: number;
  message: string;
}

/** The message of the first rule that a value breaks (§5); undefined if it breaks none. */
export function checkValue(value: string, { required, limit, email }: FieldRules): string | undefined {
  if (!value.trim()) return required;
  if (limit && value.length > limit.characters) return limit.message;
  if (email && !looksLikeEmail(value)) return email;
  return undefined;
}

/** One `@`, no white space, and a dot inside the part after the `@`. */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
