import type { ReleaseRemote } from '@site/shared/remote';

/** The two remotes of a release, as its pages name them. */
export const studio: ReleaseRemote = {
  name: 'studio',
  mount: '/',
  version: 'a1',
  entry: { url: '/assets/studio-remote/a1/remoteEntry.js', integrity: 'sha384-studio' },
};
export const micora: ReleaseRemote = {
  name: 'micora',
  mount: '/micora',
  version: 'b1',
  entry: { url: '/assets/micora-remote/b1/remoteEntry.js', integrity: 'sha384-micora' },
};
