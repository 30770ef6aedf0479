import { countCharacters } from './countCharacters';

/** The number of code units beyond the limit that are also segmented, so that a character at the limit is complete. */
const REACH = 1000;

/**
 * Shortens a text to its limit (§5). The cut is before the caret, where the excess was entered; the text after the caret
 * stays, if it fits. The cut never splits what readers see as one character, such as a flag.
 *
 * @param limit in Unicode code points; by default unlimited
 * @param caret the position of the caret after the input, in code units; by default the end of the text
 * @returns the shortened text, and the caret's position in it
 */
export function keepWithinLimit(
  text: string,
  limit = Infinity,
  caret = text.length,
): { text: string; caret: number } {
  if (text.length <= limit || countCharacters(text.slice(0, 2 * limit + 1)) <= limit) return { text, caret };
  const after = startOf(text.slice(caret), limit);
  const before = startOf(text.slice(0, caret), limit - countCharacters(after));
  return { text: before + after, caret: before.length };
}

/** The beginning of a text, up to the last character that fits. */
function startOf(text: string, limit: number): string {
  // A code point has at most two code units, so segmenting the beginning of a very long text is enough.
  let length = 0;
  let left = limit;
  for (const part of graphemes(text.slice(0, 2 * limit + REACH))) {
    left -= countCharacters(part);
    if (left < 0) break;
    length += part.length;
  }
  return text.slice(0, length);
}

/** Splits a text into the characters that readers see. Before version 125, Firefox can only split it into code points. */
function* graphemes(text: string): Generator<string> {
  if (!('Segmenter' in Intl)) return yield* text;
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
