import type { ReleaseRemote } from '@site/shared/contract';
import type { Artifact } from '../build/Artifact';

/** The file from which browsers load a remote. */
export const REMOTE_ENTRY = 'remoteEntry.js';

/** The public address of a build's file. */
export function assetUrl({ app, version }: Pick<Artifact, 'app' | 'version'>, file: string): string {
  return `/assets/${app}/${version}/${file}`;
}

/** How browsers load a build as a remote; undefined for the shell. */
export function releaseRemote(artifact: Artifact): ReleaseRemote | undefined {
  const { remote, version, files } = artifact;
  if (!remote) return undefined;
  const entry = files[REMOTE_ENTRY];
  if (!entry) throw new Error(`${artifact.app} has no ${REMOTE_ENTRY}: build it again.`);
  return {
    name: remote.name,
    mount: remote.mount,
    version,
    entry: { url: assetUrl(artifact, REMOTE_ENTRY), integrity: entry.integrity },
  };
}
