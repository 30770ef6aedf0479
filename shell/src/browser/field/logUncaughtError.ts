import type { PageManifest, ReleaseManifest } from '@site/shared/contract';
import type { Failure } from './loadField';

/**
 * Logs one line for an uncaught error: the app and version in which it happened, the page's builds, and the release.
 * Visitors can quote this line when they report the error. Failures that the shell has already handled are not logged.
 */
export function logUncaughtError(
  [error, phase]: Failure,
  { shell, remote }: PageManifest,
  release: ReleaseManifest,
): void {
  if (phase) return;
  const place = /\/assets\/([^/]+)\/([^/]+)\//.exec(String((error as Partial<Error> | undefined)?.stack));
  const parts = [`shell ${shell}`];
  if (remote) parts.push(`${remote.name} ${remote.version}`);
  parts.push(`release ${release.id}${listCommits(release)}`);
  console.error(`Uncaught in ${place ? `${place[1]} ${place[2]}` : 'shell'}, page of ${parts.join(', ')}`);
}

function listCommits({ builds = {} }: ReleaseManifest): string {
  const commits = Object.entries(builds).flatMap(([app, { commit }]) =>
    commit ? `${app} ${commit.slice(0, 7)}` : [],
  );
  return commits.length > 0 ? ` (${commits.join(', ')})` : '';
}
