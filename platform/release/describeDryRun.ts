import { describeBuilds } from './describeBuilds';
import type { RenderedRelease } from './render';

/** Logs what would be written for a release. @param kind what would be made, e.g. `a release` */
export function describeDryRun(
  kind: string,
  { release, pages, artifacts }: Pick<RenderedRelease, 'release' | 'pages' | 'artifacts'>,
  log: (line: string) => void,
): void {
  for (const { artifact } of artifacts) log(`Would store ${artifact.app} ${artifact.version}`);
  for (const { file } of pages) log(`Would write ${file}`);
  const builds = describeBuilds(release.apps, release.builds);
  log(`Would make ${kind} of ${builds}. Nothing has been written.`);
}
