import type { ReleaseBlock } from '@site/shared/remote';

/** The id of the element that holds a page's release block. */
export const RELEASE_BLOCK_ID = 'release';

/**
 * Reads which release the page belongs to.
 *
 * @throws Error if the page has no readable release block
 */
export function readReleaseBlock(page: Document): ReleaseBlock {
  const block = page.getElementById(RELEASE_BLOCK_ID)?.textContent;
  if (!block) throw new Error('This page has no release block.');
  return JSON.parse(block) as ReleaseBlock;
}
