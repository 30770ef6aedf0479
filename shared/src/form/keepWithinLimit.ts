import { countCharacters } from './countCharacters';

/** Code units behind the limit that are looked at, so that what begins before it is seen whole. */
const REACH = 1000;

/**
 * Cuts a text that has become too long (§5). The excess is cut off in front of the caret, where it was entered; the
 * text behind the caret stays. What a reader sees as one character, such as a flag, is never cut in two.
 *
 * @param limit in Unicode code points; none unless given
 * @param caret where the input has left the caret, in code units; the end unless given
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

/** As much of the beginning of a text as fits whole. */
function startOf(text: string, limit: number): string {
  // A code point has at most two code units, so only the beginning of a very long paste is looked at.
  let length = 0;
  let left = limit;
  for (const part of graphemes(text.slice(0, 2 * limit + REACH))) {
    left -= countCharacters(part);
    if (left < 0) break;
    length += part.length;
  }
  return text.slice(0, length);
}

/** Firefox has had segmenters since version 125; before that, code points have to do. */
function* graphemes(text: string): Generator<string> {
  if (!('Segmenter' in Intl)) return yield* text;
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
