/**
 * Whether the page is one of a release that its visitor previews: the server has chosen the release by a cookie.
 *
 * @param release the id of the page's release
 */
export function isPreview(page: Document, release: string): boolean {
  try {
    return page.cookie.includes(`release=${release}`);
  } catch {
    // A browser that blocks cookies may throw instead of having none.
    return false;
  }
}
