/**
 * Cleans a visitor's text before it is sent, so that a search for a name or an address finds it. Trims the text, normalises
 * it to NFC, and removes format characters (Unicode category Cf), such as zero-width spaces, soft hyphens and direction
 * marks. Keeps joiners between non-ASCII characters and tag characters after them, because emoji and scripts such as Persian
 * need them there. The backend cleans text in the same way (backend/pb_hooks/cleanText.js).
 */
export function cleanText(text: string): string {
  return text
    .replace(/(^|[\t-~])\p{Cf}+/gu, '$1')
    .replace(/(?:\u200c|\u200d)+(?=$|[\t-~])/gu, '')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .normalize('NFC')
    .trim();
}
