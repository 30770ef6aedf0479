import type { PageManifest } from '@site/shared/contract';

export const PAGE_MANIFEST_ID = 'page';

export const PAGE_DATA_ID = 'data';

/** The id of the notice saying that the page's scripts have not loaded yet. `main.tsx` removes the notice. */
export const UNREADY_ID = 'unready';

/**
 * Reads the manifest and the data that are embedded in a page.
 *
 * @throws Error if the page has no manifest, or if the embedded JSON is invalid
 */
export function readPage(page: Document): { manifest: PageManifest; data?: unknown } {
  const manifest = page.getElementById(PAGE_MANIFEST_ID)?.textContent;
  if (!manifest) throw new Error('This page has no manifest.');
  const data = page.getElementById(PAGE_DATA_ID)?.textContent;
  return { manifest: JSON.parse(manifest) as PageManifest, data: data && (JSON.parse(data) as unknown) };
}
