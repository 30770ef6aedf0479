import { isPreview } from './isPreview';

/**
 * Says on a page of a release that is not live that it is a preview, with a way to leave it.
 *
 * @param release the id of the page's release
 */
export function showPreviewBanner(page: Document, release: string): void {
  if (!isPreview(page, release)) return;
  const link = page.createElement('a');
  link.className = 'preview-banner';
  link.href = '?release=live';
  link.textContent = 'Preview: leave';
  page.body.append(link);
}
