/** Control and direction characters, by which what visitors wrote could command a terminal. */
const COMMANDS = '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]';

/** One line without them. */
export function sanitizeLine(text: string): string {
  return text.replace(new RegExp(`${COMMANDS}+`, 'gu'), ' ').trim();
}

/** The same lines without them, indented as they were. */
export function sanitizeLines(text: string): string {
  return text.replace(new RegExp(`(?![\\n\\t])${COMMANDS}`, 'gu'), ' ');
}
