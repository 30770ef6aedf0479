import type { PageBlock } from '@site/shared/remote';

/** The ids of the elements that say what a page was made of. */
export const PAGE_BLOCK_ID = 'page';
export const PAGE_DATA_ID = 'data';

/**
 * Reads what the page was made of.
 *
 * @returns its block; and if it has data, that as deployment embedded it, with the pictures that had no copies then
 * @throws Error if the page has no readable block
 */
export function readPage(page: Document): { block: PageBlock; data?: unknown; missing?: string[] } {
  const block = page.getElementById(PAGE_BLOCK_ID)?.textContent;
  if (!block) throw new Error('This page does not say what it was made of.');
  const data = page.getElementById(PAGE_DATA_ID);
  const missing = data?.dataset.missing?.split(' ');
  return {
    block: JSON.parse(block) as PageBlock,
    ...(data && { data: JSON.parse(data.textContent) as unknown }),
    ...(missing && { missing }),
  };
}
