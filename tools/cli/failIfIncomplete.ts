import type { Release } from '../release/Release';

/**
 * Has the command end with status 1 if pages of a release could not be rendered, or apps not be read, and names them.
 * The release itself stays: it is live, or can be previewed.
 *
 * @param apps whose pages count; the shell is a part of all pages. All apps count without it
 */
export function failIfIncomplete({ failed = {}, unread = [] }: Release, apps?: readonly string[]): void {
  const counts = (app: string) => !apps || apps.includes(app) || apps.includes('shell');
  const paths = Object.values(failed).flatMap(({ app, path }) => (counts(app) ? [path] : []));
  const behind = unread.filter(counts);
  if (paths.length > 0)
    fail(
      `These pages could not be rendered, and all others could: ${paths.join(', ')}. Correct their data or their code.`,
    );
  if (behind.length > 0)
    fail(`The pages of ${behind.join(' and ')} show older data, since it could not be read; see above.`);
}

function fail(message: string): void {
  process.exitCode = 1;
  console.error(`${message} This tries them again: npm run deploy -- watch --once --backend <url>`);
}
