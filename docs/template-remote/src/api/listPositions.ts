import { get } from '@site/shared/api/client';
import type { ReadBackend } from '@site/shared/contract';
import { readPosition, type Position } from './readPosition';

const PAGE_SIZE = 100;

/** A limit that ends the loop even if the backend keeps returning full pages. */
const MAX_PAGES = 20;

/**
 * Reads the open positions, newest first. If there are more than 2,000, reads only the newest 2,000.
 *
 * @param read sends the requests. The deployment passes its own function; browsers use the default
 * @throws Error if a request fails, or if a response contains no list
 */
export async function listPositions(read: ReadBackend = get): Promise<Position[]> {
  const positions: Position[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { page, perPage: PAGE_SIZE, sort: '-created' };
    const { items } = await read('/collections/careers/records', query);
    if (!Array.isArray(items)) throw new Error('The backend did not answer with a list.');
    positions.push(...items.map(readPosition));
    if (items.length < PAGE_SIZE) break;
  }
  return positions;
}
