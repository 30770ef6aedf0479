import type { Artifact } from './Artifact';
import { sha256 } from './sha256';

/** The version of a build: the hash of everything else in its `artifact.json`, which names each file's hash. */
export function versionOf({
  version: _,
  ...content
}: Omit<Artifact, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
