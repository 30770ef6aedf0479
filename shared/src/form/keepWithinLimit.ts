import { countCharacters } from './countCharacters';

/**
 * Cuts a text that has become too long (§5). The excess is cut off in front of the caret, where it was entered; the
 * text behind the caret stays.
 *
 * @param limit in Unicode code points; none unless given
 * @param caret where the input has left the caret, in code units; the end unless given
 */
export function keepWithinLimit(
  text: string,
  limit = Infinity,
  caret = text.length,
): { text: string; caret: number } {
  if (text.length <= limit) return { text, caret };
  const after = startOf(text.slice(caret), limit);
  const before = startOf(text.slice(0, caret), limit - countCharacters(after));
  return { text: before + after, caret: before.length };
}

function startOf(text: string, characters: number): string {
  // A code point has at most two code units, so only the beginning of a very long paste is looked at.
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
}
