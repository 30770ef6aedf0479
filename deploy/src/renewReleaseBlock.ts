import type { ReleaseBlock } from '@site/shared/remote';

const BLOCK = /(<script type="application\/json" id="release">)[^<]*(<\/script>)/;

/**
 * A page of an earlier release as a page of another one: the release block is all that changes.
 *
 * @throws Error if the page has no release block
 */
export function renewReleaseBlock(page: string, block: ReleaseBlock): string {
  if (!BLOCK.test(page)) throw new Error('The page has no release block.');
  const json = JSON.stringify(block).replaceAll('<', '\\u003c');
  return page.replace(BLOCK, (_all, open: string, close: string) => `${open}${json}${close}`);
}
