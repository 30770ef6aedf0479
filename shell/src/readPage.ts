import type { PageManifest } from '@site/shared/remote';

/** The ids of the elements that say what a page was made of. */
export const PAGE_MANIFEST_ID = 'page';
export const PAGE_DATA_ID = 'data';

/** The id of the element that reports lost scripts. The scripts remove it. */
export const UNREADY_ID = 'unready';

/**
 * Reads what the page was made of.
 *
 * @returns its manifest; and if it has data, that as deployment embedded it
 * @throws Error if the page has no readable manifest
 */
export function readPage(page: Document): { manifest: PageManifest; data?: unknown } {
  const manifest = page.getElementById(PAGE_MANIFEST_ID)?.textContent;
  if (!manifest) throw new Error('This page does not say what it was made of.');
  const data = page.getElementById(PAGE_DATA_ID)?.textContent;
  return { manifest: JSON.parse(manifest) as PageManifest, data: data && (JSON.parse(data) as unknown) };
}
