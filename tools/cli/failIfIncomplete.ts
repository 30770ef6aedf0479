import type { Release } from '../release/Release';

/**
 * Sets exit status 1 if some pages of a release could not be rendered, or some apps could not be read, and names them. The
 * release itself remains live, or can be previewed.
 *
 * @param apps the apps whose pages count; by default all. The shell is part of every page
 */
export function failIfIncomplete({ failed = {}, unread = [] }: Release, apps?: readonly string[]): void {
  const counts = (app: string) => !apps || apps.includes(app) || apps.includes('shell');
  const paths = Object.values(failed)
    .filter(({ app }) => counts(app))
    .map(({ path }) => path);
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
