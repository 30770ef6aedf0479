/** One line without control and direction characters: what visitors wrote could command a terminal. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
