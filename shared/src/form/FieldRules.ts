/** What a field must be (§5), and what its visitor is told if it is not. Without rules everything is accepted. */
export interface FieldRules {
  /** The message if there is nothing but white space. */
  required?: string;
  /** The message if it does not look like an e-mail address. */
  email?: string;
  limit?: CharacterLimit;
  /** False for what has to be entered by the visitor each time: it is not there again after a reload. */
  kept?: false;
}

export interface CharacterLimit {
  /** In Unicode code points. */
  characters: number;
  message: string;
}
