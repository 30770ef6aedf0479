import type { PageManifest, ReleaseManifest } from '@site/shared/remote';
import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Logs a console line for each uncaught error: the failing app and its version, the page's builds, and the release if it has
 * been loaded. With this line, a visitor's report leads to a build. Nothing is sent anywhere.
 */
export function reportUncaughtErrors({ shell, remote }: PageManifest, live: LiveRelease): void {
  const report = (error: unknown): void => {
    const place = /\/assets\/([^/]+)\/([^/]+)\//.exec((error instanceof Error && error.stack) || '');
    const parts = [`shell ${shell}`];
    if (remote) parts.push(`${remote.name} ${remote.version}`);
    if (live.release) parts.push(`release ${live.release.id}${commitsOf(live.release)}`);
    console.error(`Uncaught in ${place ? `${place[1]} ${place[2]}` : 'shell'}, page of ${parts.join(', ')}`);
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

function commitsOf({ builds = {} }: ReleaseManifest): string {
  const commits = Object.entries(builds).flatMap(([app, { commit }]) =>
    commit ? `${app} ${commit.slice(0, 7)}` : [],
  );
  return commits.length > 0 ? ` (${commits.join(', ')})` : '';
}
