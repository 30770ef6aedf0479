import { checkSize } from './checkSize';
import { checkStyles } from './checkStyles';
import { checkTokens } from './checkTokens';
import type { LoadedArtifact } from '../build/readArtifact';

/**
 * Refuses a set of builds whose contents cannot stand beside each other on the site.
 *
 * @param set the builds of the whole resulting set; of their files at least the style sheets
 * @throws Error that says what does not fit, why, and how to mend it
 */
export function checkContents(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
  for (const build of set) {
    checkSize(build.artifact);
    checkStyles(build);
  }
  checkTokens(set);
}
