/**
 * A visitor's text as it is sent: trimmed, in NFC, and without format characters (Unicode's category Cf), such as zero-width
 * spaces, soft hyphens and direction marks, so that a search for a name or an address finds it. Joiners and the tags of flags
 * stay within text that is not ASCII, where they belong to emoji and to scripts such as Persian. The backend does the same
 * (backend/pb_hooks/cleanText.js).
 */
export function cleanText(text: string): string {
  return text
    .replace(/(^|[\t-~])\p{Cf}+/gu, '$1')
    .replace(/(?:\u200c|\u200d)+(?=$|[\t-~])/gu, '')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .normalize('NFC')
    .trim();
}
