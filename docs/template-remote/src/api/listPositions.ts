import { get } from '@site/shared/api/client';
import type { ReadBackend } from '@site/shared/contract';
import { readPosition, type Position } from './readPosition';

const PAGE_SIZE = 100;

/** The maximum number of pages, in case the backend's pages are always full. */
const MAX_PAGES = 20;

/**
 * Reads all open positions, newest first, page by page until one is not full.
 *
 * @param read reads from the backend; by default, the way browsers do
 * @throws Error if the backend cannot answer
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
