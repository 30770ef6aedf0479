import { sanitiseHtml, type SafeHtml } from '@site/shared/html/sanitiseHtml';
import { readPosition, type Position } from '../../api/readPosition';

export interface ShownPosition extends Position {
  text: SafeHtml;
}

/**
 * Converts a record to a position with sanitised HTML, which a page can show.
 *
 * @param openWindow returns the window whose DOM the sanitiser uses
 */
export function preparePosition(record: unknown, openWindow: () => unknown): ShownPosition {
  const position = readPosition(record);
  return { ...position, text: sanitiseHtml(position.text, openWindow) };
}
