import type { BuildSource, ReleaseManifest } from '@site/shared/contract';

/** Describes a release's apps in one line, with their versions and commits. */
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

/**
 * Returns the first seven characters of a build's commit, followed by a plus sign if the working tree had changes. If the
 * commit is unknown, returns `no commit`.
 */
export function describeCommit({ commit, clean }: BuildSource): string {
  return commit ? `${commit.slice(0, 7)}${clean ? '' : '+'}` : 'no commit';
}
