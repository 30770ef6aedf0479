/** The script of every development page, see `client/followBuilds.ts`. */
export const PAGE_SCRIPT = '/__dev/followBuilds.js';

/** A page with the script that brings it up to date. */
export function addPageScript(html: string): string {
  // First, so that it is there whatever becomes of the others.
  return html.replace('<head>', `<head><script type="module" src="${PAGE_SCRIPT}"></script>\n`);
}
