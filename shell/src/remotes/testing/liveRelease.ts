import type { ReleaseBlock } from '@site/shared/remote';
import type { LiveRelease } from '../createLiveRelease';
import { micora, studio } from './releaseRemotes';

/** The release of `studio` and `micora` with the shell `c1`, or one that differs from it. */
export function releaseBlock(differences: Partial<ReleaseBlock> = {}): ReleaseBlock {
  return { id: 'r1', shell: 'c1', remotes: [studio, micora], ...differences };
}

/** What a tab knows that has learned of a release. */
export function learned(release: ReleaseBlock = releaseBlock()): LiveRelease {
  return { learn: () => Promise.resolve(release), known: release, isOutdated: () => Promise.resolve(false) };
}

const lost = () => Promise.reject(new TypeError('lost'));

/** What a tab knows whose server does not answer. */
export function unanswered(): LiveRelease {
  return { learn: lost, known: undefined, isOutdated: lost };
}
