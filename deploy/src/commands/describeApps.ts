import type { ReleaseBlock } from '@site/shared/remote';
import { describeSource } from './describeSource';

/** A release's apps with their versions, and the commits that they come from, in one line. */
export function describeApps(apps: Record<string, string>, builds: ReleaseBlock['builds'] = {}): string {
  return Object.entries(apps)
    .sort()
    .map(
      ([app, version]) =>
        `${app} ${version}${builds[app]?.commit ? ` of ${describeSource(builds[app])}` : ''}`,
    )
    .join(', ');
}
