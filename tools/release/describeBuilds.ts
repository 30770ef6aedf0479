import type { BuildSource, ReleaseManifest } from '@site/shared/remote';

/** A release's apps with their versions, and the commits that they come from, in one line. */
export function describeBuilds(apps: Record<string, string>, builds: ReleaseManifest['builds'] = {}): string {
  return Object.entries(apps)
    .sort()
    .map(
      ([app, version]) =>
        `${app} ${version}${builds[app]?.commit ? ` of ${describeCommit(builds[app])}` : ''}`,
    )
    .join(', ');
}

/** The commit that a build comes from, when it was made, and with what. */
export function describeSource(source: BuildSource): string {
  return `of ${describeCommit(source)}, built ${source.builtAt} with Node ${source.node}`;
}

/** The commit that a build comes from, e.g. `1a2b3c4`; with a plus sign if something differed from it. */
export function describeCommit({ commit, clean }: BuildSource): string {
  return commit ? `${commit.slice(0, 7)}${clean ? '' : '+'}` : 'no commit';
}
