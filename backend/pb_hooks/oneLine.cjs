// For the operator's commands, too, hence a name by which Node takes it for what PocketBase takes all of these for.

/**
 * What nobody sees, although it turns a line's direction or makes two names look the same. What joins the parts of one
 * emoji is none of it.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * @param {string} text
 * @returns {string} the text as it looks.
 */
function removeInvisible(text) {
  return text.replace(INVISIBLE, '');
}

/**
 * Line breaks and other control characters as a space, no room to fill up a line with, and nothing invisible.
 * @param {string} text
 * @returns {string}
 */
function oneLine(text) {
  // U+2800 is a Braille cell without a dot.
  return removeInvisible(text)
    .replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ')
    .trim();
}

module.exports = { oneLine, removeInvisible };
