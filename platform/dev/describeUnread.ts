/**
 * Explains why a read gets a 404 response from the development server, as it would from the live site.
 *
 * @param address the path after `/api`, and the query
 * @param apps the apps that the development server builds
 */
export function describeUnread(address: string, apps: readonly string[]): string {
  const remotes = apps.filter((app) => app !== 'shell').map((app) => `${app}/src/server.ts`);
  return `No source has read ${address}, so the site does not answer it. Read it in a source of the remote whose page needs it (${remotes.join(' or ')}), with the same path and query.`;
}
