import { get } from '@site/shared/api/client';
import { readPosition, type Position } from './readPosition';

/**
 * Reads one open position.
 *
 * @throws Error if no open position has this id, or if the request fails
 */
export async function getPosition(id: string): Promise<Position> {
  const { items } = await get('/collections/careers/records', { filter: `id='${id}'` });
  if (!Array.isArray(items) || items.length === 0) throw new Error(`Position ${id} does not exist.`);
  return readPosition(items[0]);
}
