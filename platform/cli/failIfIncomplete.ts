import { pagePath, type Release } from '../release/Release';

/**
 * Reports the pages of a release that could not be rendered, and the apps whose data could not be read. If there are any,
 * sets the exit status to 1. The release itself stays live, or remains as a preview.
 *
 * @param apps the apps whose failures are reported; by default, all apps. If the shell is among them, all failures are
 *   reported
 * @param again the end of each message, which says how to try again
 */
export function failIfIncomplete(
  { behind = {}, unread = [] }: Release,
  apps?: readonly string[],
  again = 'try again: npm run deploy -- watch --once --backend <url>',
): void {
  const counts = (app: string) => !apps || apps.includes(app) || apps.includes('shell');
  const paths = Object.entries(behind)
    .filter(([, { app }]) => counts(app))
    .map(([file, page]) => pagePath(file, page));
  const older = unread.filter(counts);
  if (paths.length > 0)
    fail(
      `Could not render ${paths.join(', ')}. All other pages are up to date. Fix the data or the code of the failed pages, then ${again}`,
    );
  if (older.length > 0)
    fail(
      `The pages of ${older.join(' and ')} show older data, because the current data could not be read. Fix the cause that is logged above, then ${again}`,
    );
}

function fail(message: string): void {
  process.exitCode = 1;
  console.error(message);
}
