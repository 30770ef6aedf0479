import type { BuildSource } from '@site/shared/remote';
import { git } from '../build/git';
import { parseArtifact } from '../store/parseArtifact';
import { artifactKey } from '../store/storeArtifact';
import { findWhole } from './readRelease';
import type { Release } from './Release';
import type { Store } from '../store/Store';

/** One app of a release beside the release before. */
export interface AppChange {
  app: string;
  version: string;
  /** The version before; absent if the app is new. */
  earlier?: string;
  /** Of all files that browsers may load of it, uncompressed. */
  bytes: number;
  earlierBytes?: number;
  source?: BuildSource;
  /** Commits that it has more (`+ 1a2b3c4 …`) or no longer (`- 1a2b3c4 …`), as far as they are in the checkout. */
  commits: string[];
}

/**
 * The apps of a release, beside the release before, which there is none of for the first, or no
 * longer, or if it is damaged.
 *
 * @param repository a checkout, for the commits between two builds of an app
 */
export async function changesOf(
  store: Store,
  release: Release,
  repository: string,
): Promise<{ before: Release | undefined; changes: AppChange[] }> {
  const before = release.base ? await findWhole(store, release.base) : undefined;
  const changes = await Promise.all(
    Object.entries(release.apps).map(async ([app, version]): Promise<AppChange> => {
      const earlier = before?.apps[app];
      const source = release.block.builds?.[app];
      return {
        app,
        version,
        bytes: await bytesOf(store, app, version),
        ...(earlier && { earlier, earlierBytes: await bytesOf(store, app, earlier) }),
        ...(source && { source }),
        commits: commitsBetween(before?.block.builds?.[app]?.commit, source?.commit, app, repository),
      };
    }),
  );
  return { before, changes };
}

/** A number of bytes for people. */
export function kilobytes(bytes = 0): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

async function bytesOf(store: Store, app: string, version: string): Promise<number> {
  const description = await store.read(artifactKey(`${app}/${version}`));
  const artifact = description && parseArtifact(description);
  return Object.values(artifact?.files ?? {}).reduce((sum, file) => sum + file.bytes, 0);
}

function commitsBetween(
  from: string | undefined,
  to: string | undefined,
  app: string,
  repository: string,
): string[] {
  if (!from || !to || from === to) return [];
  const log = (range: string, sign: string) =>
    git(repository, 'log', `--format=${sign} %h %s`, range, '--', app, 'shared')
      ?.split('\n')
      .filter(Boolean) ?? [];
  return [...log(`${from}..${to}`, '+'), ...log(`${to}..${from}`, '-')];
}
