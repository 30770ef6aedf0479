import type { PageManifest, ReleaseManifest } from '@site/shared/contract';
import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Logs one console line for each uncaught error, with the failing app and its version, the page's builds, and the release
 * if it has been loaded. If a visitor reports the line, it identifies the build. Nothing is sent anywhere.
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
