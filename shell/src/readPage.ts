import type { PageManifest } from '@site/shared/contract';

/** The ids of the script elements that contain a page's manifest and data. */
export const PAGE_MANIFEST_ID = 'page';
export const PAGE_DATA_ID = 'data';

/** The id of the notice about scripts that fail to load. The scripts remove it. */
export const UNREADY_ID = 'unready';

/**
 * Reads the manifest and the data that are embedded in a page.
 *
 * @returns the manifest, and the data if there is any
 * @throws Error if the page has no readable manifest
 */
export function readPage(page: Document): { manifest: PageManifest; data?: unknown } {
  const manifest = page.getElementById(PAGE_MANIFEST_ID)?.textContent;
  if (!manifest) throw new Error('This page has no manifest.');
  const data = page.getElementById(PAGE_DATA_ID)?.textContent;
  return { manifest: JSON.parse(manifest) as PageManifest, data: data && (JSON.parse(data) as unknown) };
}
