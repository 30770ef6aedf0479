import { sanitiseHtml, type SafeHtml } from '@site/shared/html/sanitiseHtml';
import { readPosition, type Position } from '../../api/readPosition';

/** A position as its page shows it. */
export interface ShownPosition extends Position {
  text: SafeHtml;
}

/** Sanitises the text of a position. */
export function preparePosition(record: unknown, openWindow: () => unknown): ShownPosition {
  const position = readPosition(record);
  return { ...position, text: sanitiseHtml(position.text, openWindow) };
}
