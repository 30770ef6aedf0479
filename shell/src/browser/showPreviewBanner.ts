/** Says that the page is one of a preview, with a way to leave it. */
export function showPreviewBanner(page: Document): void {
  const link = page.createElement('a');
  link.className = 'preview-banner';
  link.href = '?release=live';
  link.textContent = 'Preview: leave';
  page.body.append(link);
}
