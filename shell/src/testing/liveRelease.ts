import type { ReleaseManifest } from '@site/shared/remote';
import type { LiveRelease } from '../browser/remotes/createLiveRelease';
import { micora, studio } from './releaseRemotes';

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
