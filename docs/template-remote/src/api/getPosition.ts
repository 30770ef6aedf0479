import { get } from '@site/shared/api/client';
import { readPosition, type Position } from './readPosition';

/**
 * Reads one open position in the browser.
 *
 * @throws Error if no position has this id, or the backend cannot answer
 */
export async function getPosition(id: string): Promise<Position> {
  const { items } = await get('/collections/careers/records', { filter: `id='${id}'` });
  if (!Array.isArray(items) || items.length === 0) throw new Error(`Position ${id} does not exist.`);
  return readPosition(items[0]);
}
