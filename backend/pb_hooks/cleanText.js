/**
 * Format characters (Unicode's category Cf), such as zero-width spaces, soft hyphens and direction marks. Joiners and the tags
 * of flags stay within text that is not ASCII, where they belong to emoji and to scripts such as Persian.
 */
const FORMAT =
  /(?<=^|[\t-~])\p{Cf}+|(?:\u200c|\u200d)+(?=$|[\t-~])|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

/**
 * A visitor's text as it is stored: in NFC and without format characters, so that searching for a name or an address finds it.
 * The forms do the same (shared/src/form/cleanText.ts).
 * @param {string} text
 */
function cleanText(text) {
  return text.replace(FORMAT, '').normalize('NFC');
}

module.exports = { cleanText };
