import type { BuildSource, ReleaseManifest } from '@site/shared/contract';

/** Describes the apps of a release in one line, with their versions and commits. */
export function describeBuilds(apps: Record<string, string>, builds: ReleaseManifest['builds'] = {}): string {
  const described = Object.entries(apps)
    .sort()
    .map(([app, version]) => {
      const source = builds[app];
      return source?.commit ? `${app} ${version} of ${describeCommit(source)}` : `${app} ${version}`;
    });
  return described.join(', ');
}

export function describeSource(source: BuildSource): string {
  return `of ${describeCommit(source)}, built ${source.builtAt} with Node ${source.node}`;
}

/** The commit that a build comes from, e.g. `1a2b3c4`; with a plus sign if the working tree had changes. */
export function describeCommit({ commit, clean }: BuildSource): string {
  return commit ? `${commit.slice(0, 7)}${clean ? '' : '+'}` : 'no commit';
}
