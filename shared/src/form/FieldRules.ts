/** The validation rules for a field (§5), with their error messages. A field without rules accepts any value. */
export interface FieldRules {
  /** The error message for a blank value. If absent, a blank value is valid. */
  required?: string;
  email?: string;
  limit?: CharacterLimit;
  /** If false, the field is not restored from a draft, so the visitor has to fill it in again after a reload. */
  draft?: false;
}

export interface CharacterLimit {
  /** The maximum length in UTF-16 code units, the unit that browsers use for `maxlength`. */
  characters: number;
  message: string;
}

/** Returns the message of the first rule that a value breaks (§5), or undefined if the value is valid. */
export function checkValue(value: string, { required, limit, email }: FieldRules): string | undefined {
  if (!value.trim()) return required;
  if (limit && value.length > limit.characters) return limit.message;
  if (email && !looksLikeEmail(value)) return email;
  return undefined;
}

function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
