/** The characters and character sequences that some programs treat as line breaks. */
export const lineBreaks: [name: string, lineBreak: string][] = [
  ['line feed', '\n'],
  ['carriage return', '\r'],
  ['carriage return and line feed', '\r\n'],
  ['vertical tab', '\u000b'],
  ['form feed', '\u000c'],
  ['file separator', '\u001c'],
  ['next line', '\u0085'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
];
