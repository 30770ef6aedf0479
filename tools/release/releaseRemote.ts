import type { ReleaseRemote } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { assetUrl } from './assetUrl';

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
