import type { Release } from '../release/Release';

/** A release's apps with their versions, in one line. */
export function describeApps({ apps }: Pick<Release, 'apps'>): string {
  return Object.entries(apps)
    .sort()
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}
