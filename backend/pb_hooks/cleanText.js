/**
 * Cleans a visitor's text before it is stored: converts it to NFC, and removes format characters (Unicode's category
 * Cf), such as zero-width spaces, soft hyphens and direction marks, so that a search for a name or an address finds it.
 * Joiners and the tags of flags are kept in text that is not ASCII, because they belong to emoji and to scripts such as
 * Persian. The forms do the same (shared/src/form/cleanText.ts).
 * @param {string} text
 */
function cleanText(text) {
  // Skips the replacements if there is nothing to replace, because they take PocketBase's JavaScript 20 ms in a long
  // text.
  if (!/\p{Cf}/u.test(text)) return text.normalize('NFC');
  return text
    .replace(/(^|[\t-~])\p{Cf}+/gu, '$1')
    .replace(/(?:\u200c|\u200d)+(?=$|[\t-~])/gu, '')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .normalize('NFC');
}

module.exports = { cleanText };
