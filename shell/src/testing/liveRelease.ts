import type { ReleaseManifest, ReleaseRemote } from '@site/shared/remote';
import type { LiveRelease } from '../browser/remotes/createLiveRelease';

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

/** The release of `studio` and `micora` with the shell `c1`, or one that differs from it. */
export function releaseManifest(differences: Partial<ReleaseManifest> = {}): ReleaseManifest {
  return { id: 'r1', shell: 'c1', remotes: [studio, micora], ...differences };
}

/** What a tab knows that has loaded a release. */
export function loaded(release: ReleaseManifest = releaseManifest()): LiveRelease {
  return { load: () => Promise.resolve(release), release, isOutdated: () => Promise.resolve(false) };
}

const lost = () => Promise.reject(new TypeError('lost'));

/** What a tab knows whose server does not answer. */
export function unanswered(): LiveRelease {
  return { load: lost, release: undefined, isOutdated: lost };
}
