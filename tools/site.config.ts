/** What the backend answers yes or no to, by name, for `GET /health`. No visitor may ask it. */
export const dutiesCall = '/api/health/duties';

/** The files by which phones let the app open its links: there once `shared/src/site.ts` has the app's ids. */
export const appLinkFiles = ['.well-known/apple-app-site-association', '.well-known/assetlinks.json'];

/** What one page may add to the shell, and what the shell may be. Uncompressed bytes. */
export const budgets = {
  shell: { scripts: 340_000, styles: 24_000 },
  remote: { scripts: 160_000, styles: 40_000 },
};
