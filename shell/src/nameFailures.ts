import type { PageBlock } from '@site/shared/remote';
import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Writes for each uncaught error one console line that names the app and its version, what the page was made of,
 * and the release if it is known by then, so that a visitor's report leads to a build. Nothing is sent anywhere.
 */
export function nameFailures({ shell, remote }: PageBlock, live: LiveRelease): void {
  const report = (error: unknown): void => {
    const place = /\/assets\/([^/]+)\/([^/]+)\//.exec((error instanceof Error && error.stack) || '');
    const parts = [`shell ${shell}`];
    if (remote) parts.push(`${remote.name} ${remote.version}`);
    if (live.known) parts.push(`release ${live.known.id}`);
    console.error(`Uncaught in ${place ? `${place[1]} ${place[2]}` : 'shell'}, page of ${parts.join(', ')}`);
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
