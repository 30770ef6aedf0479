import { countCharacters } from './countCharacters';

/**
 * Refuses what an input adds beyond a limit (§5): of the text that ends at the caret as much is cut off as is
 * too long. What stood behind the caret stays.
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
  // A code point has two code units at most: of a pasted book only the beginning is looked at.
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
}
