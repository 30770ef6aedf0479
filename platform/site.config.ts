/** The path of the backend's health checks. `GET /health` includes their results. Visitors cannot request this path. */
export const checksCall = '/api/health/checks';

/**
 * The files that let phones open the site's links in the mobile app. They exist once `shared/src/site.ts` contains the
 * app's ids.
 */
export const appLinkFiles = ['.well-known/apple-app-site-association', '.well-known/assetlinks.json'];

/** Size limits in bytes, uncompressed: for the shell, and for what each page of a remote adds to it. */
export const budgets = {
  shell: { scripts: 340_000, styles: 24_000 },
  remote: { scripts: 160_000, styles: 40_000 },
};
