/**
 * Cleans a visitor's text before it is stored, so that a search for a name or an address finds it. Converts the text to
 * NFC, and removes format characters (Unicode category Cf), such as zero-width spaces, soft hyphens and direction
 * marks. Joiners and tag characters stay between characters that are not ASCII, where emoji and scripts such as Persian
 * need them. The browser cleans text in the same way (shared/src/form/cleanText.ts).
 * @param {string} text
 */
function cleanText(text) {
  // PocketBase's JavaScript engine takes 20 ms for the replacements in a long text, so they are skipped if there is
  // nothing to replace.
  if (!/\p{Cf}/u.test(text)) return text.normalize('NFC');
  return text
    .replace(/(^|[\t-~])\p{Cf}+/gu, '$1')
    .replace(/(?:\u200c|\u200d)+(?=$|[\t-~])/gu, '')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .normalize('NFC');
}

module.exports = { cleanText };
