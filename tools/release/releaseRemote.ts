import { posix } from 'node:path';
import type { ReleaseManifest, ReleaseRemote } from '@site/shared/remote';
import { type Artifact, FOREIGN_HOSTS, MANIFEST } from '../build/Artifact';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Release } from './Release';

/** The public address of a build's file. */
export function assetUrl({ app, version }: Pick<Artifact, 'app' | 'version'>, file: string): string {
  return `/assets/${app}/${version}/${file}`;
}

/** How a build is loaded as a remote; undefined for the shell. */
export function releaseRemote(artifact: Artifact): ReleaseRemote | undefined {
  const { remote, version, files } = artifact;
  if (!remote) return undefined;
  const file = 'remoteEntry.js';
  const entry = files[file];
  if (!entry) throw new Error(`${artifact.app} has no ${file}: build it again.`);
  const { name, mount } = remote;
  return { name, mount, version, entry: { url: assetUrl(artifact, file), integrity: entry.integrity } };
}

/** What tabs learn of a release. */
export function releaseManifest(
  set: Pick<LoadedArtifact, 'artifact'>[],
  { id, builds }: Pick<Release, 'id' | 'builds'>,
): ReleaseManifest {
  const artifacts = set.map(({ artifact }) => artifact);
  return {
    id,
    shell: artifacts.find(({ remote }) => !remote)?.version ?? '',
    remotes: artifacts.flatMap((one) => releaseRemote(one) ?? []),
    ...(builds && { builds }),
  };
}

/**
 * The manifest of a remote as a file of the release, at an address that stays while builds come and go. All that it
 * names it names by the address from there to the build's own, so that it holds on every origin.
 *
 * @returns its name and content; nothing for the shell
 */
export function liveManifest({ artifact, files }: LoadedArtifact): [name: string, content: string][] {
  const manifest = files.get(MANIFEST);
  if (!artifact.remote || !manifest) return [];
  const name = `remotes/${artifact.remote.name}/${MANIFEST}`;
  const folder = `${posix.relative(`/${posix.dirname(name)}`, assetUrl(artifact, ''))}/`;
  const content: unknown = JSON.parse(manifest.toString(), (key, value: unknown) => {
    // The scripts and styles of what is exposed or shared, by when they are needed.
    if (key === 'sync' || key === 'async') return (value as string[]).map((file) => folder + file);
    if (key === 'remoteEntry') return { ...(value as object), path: folder };
    if (key !== 'integrity') return value;
    return Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([file, hash]) => [folder + file, hash]),
    );
  });
  return [[name, `${JSON.stringify(content, null, 2)}\n`]];
}

/**
 * The shell's style sheet for other sites as a file of the release, at an address that stays while builds come and go.
 * The files that it names keep their build's addresses.
 *
 * @returns its name and content; nothing for a remote, or for a shell that was built without one
 */
export function liveStyles({ artifact, files }: LoadedArtifact): [name: string, content: string][] {
  const styles = files.get(`shell.${FOREIGN_HOSTS}.css`);
  if (artifact.remote || !styles) return [];
  const content = styles
    .toString()
    .replaceAll(
      /url\((?!["']?data:)["']?([^"')]+)["']?\)/g,
      (_, file: string) => `url(${assetUrl(artifact, file)})`,
    );
  return [['remotes/base.css', content]];
}
