/**
 * The path of the backend's health checks. The response to `GET /health` includes their results. Visitors cannot request
 * this path.
 */
export const checksCall = '/api/health/checks';

/**
 * The files that let phones open the site's links in the mobile app. They exist once `shared/src/site.ts` contains the
 * mobile app's ids.
 */
export const appLinkFiles = ['.well-known/apple-app-site-association', '.well-known/assetlinks.json'];

/**
 * Limits on the total uncompressed size of the files that a page loads, in bytes. `shell` limits the shell's files, which
 * every page loads. `remote` limits the files that a page loads from its remote.
 */
export const budgets = {
  shell: { scripts: 340_000, styles: 24_000 },
  remote: { scripts: 160_000, styles: 40_000 },
};
