import { removeInvisible } from '../../pb_hooks/oneLine.cjs';

/** The same lines, without what could command a terminal or is not seen, indented as they were. */
export function sanitizeLines(text: string): string {
  return removeInvisible(text).replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}
