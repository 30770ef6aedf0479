import type { ReleaseManifest, ReleaseRemote } from '@site/shared/contract';
import type { LiveRelease } from '../browser/remotes/createLiveRelease';

export const studio: ReleaseRemote = {
  name: 'studio',
  mount: '/',
  version: 'a1',
  entry: { url: '/assets/studio-remote/a1/remoteEntry.js', integrity: 'sha256-studio' },
};
export const micora: ReleaseRemote = {
  name: 'micora',
  mount: '/micora',
  version: 'b1',
  entry: { url: '/assets/micora-remote/b1/remoteEntry.js', integrity: 'sha256-micora' },
};

export function releaseManifest(differences: Partial<ReleaseManifest> = {}): ReleaseManifest {
  return { id: 'r1', shell: 'c1', remotes: [studio, micora], ...differences };
}

export function loaded(release: ReleaseManifest = releaseManifest()): LiveRelease {
  return { load: () => Promise.resolve(release), release, isOutdated: () => Promise.resolve(false) };
}

const lost = () => Promise.reject(new TypeError('lost'));

/** Returns the `LiveRelease` of a tab that cannot reach the server. */
export function unanswered(): LiveRelease {
  return { load: lost, release: undefined, isOutdated: lost };
}
