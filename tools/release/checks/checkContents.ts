import { checkSize } from './checkSize';
import { checkStyles } from './checkStyles';
import { checkTokens } from './checkTokens';
import type { LoadedArtifact } from '../../store/readArtifact';

/**
 * Refuses a set of builds whose contents cannot stand beside each other on the site.
 *
 * @param set all builds of the new set, with at least their style sheets
 * @throws Error that says what does not fit, why, and how to mend it
 */
export function checkContents(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
  for (const build of set) {
    const { app, mode } = build.artifact;
    if (mode === 'development') {
      throw new Error(
        `${app} is a build of the development server, which is not for visitors. Build it for production, and deploy that: npm run deploy -- ${app}.`,
      );
    }
    checkSize(build.artifact);
    checkStyles(build);
  }
  checkTokens(set);
}
