import type { ReleaseBlock } from '@site/shared/remote';

/**
 * Writes for each uncaught error one console line that names the release, the app and its version, so that a
 * visitor's report leads to a build. Nothing is sent anywhere.
 */
export function nameFailures({ id, shell }: ReleaseBlock): void {
  const report = (error: unknown): void => {
    const place = /\/assets\/([^/]+)\/([^/]+)\//.exec((error instanceof Error && error.stack) || '');
    console.error(`Uncaught in release ${id}, ${place ? `${place[1]} ${place[2]}` : `shell ${shell}`}`);
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
