/**
 * The paths of all pages of the release that the specs test, one for each project among them. Pattern pages and
 * the 404 page are not among them: they answer more than one address.
 */
export function releasedPaths(): string[] {
  const paths = process.env.RELEASED_PATHS;
  if (!paths) throw new Error('RELEASED_PATHS is not set: run the specs by npm test.');
  return JSON.parse(paths) as string[];
}
