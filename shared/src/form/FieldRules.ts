/** What a field must be (§5), and what its visitor is told if it is not. Without rules everything is accepted. */
export interface FieldRules {
  /** The message if there is nothing but white space. */
  required?: string;
  /** The message if it does not look like an email address. */
  email?: string;
  limit?: CharacterLimit;
  /** False if the visitor has to enter it each time. The draft then leaves it out, so a reload loses it. */
  draft?: false;
}

export interface CharacterLimit {
  /** In Unicode code points. */
  characters: number;
  message: string;
}
