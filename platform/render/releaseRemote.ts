import type { ReleaseRemote } from '@site/shared/contract';
import type { BuildDescription } from '../build/BuildDescription';

/** The name of a remote's entry script, through which browsers load the rest of the remote. */
export const REMOTE_ENTRY = 'remoteEntry.js';

/** Returns the public URL path of a build's file. */
export function assetUrl({ app, version }: Pick<BuildDescription, 'app' | 'version'>, file: string): string {
  return `/assets/${app}/${version}/${file}`;
}

interface LoadableBuild extends Pick<BuildDescription, 'app' | 'version' | 'remote'> {
  /** The integrity hash of a remote's entry script. */
  integrity?: string | undefined;
}

/**
 * Returns what browsers need to load a remote's build; undefined for the shell.
 *
 * @throws Error that says how to mend the build, if it has no entry script
 */
export function releaseRemote({ app, version, remote, integrity }: LoadableBuild): ReleaseRemote | undefined {
  if (!remote) return undefined;
  if (integrity === undefined) throw new Error(`${app} has no ${REMOTE_ENTRY}: build it again.`);
  const { name, mount } = remote;
  return { name, mount, version, entry: { url: assetUrl({ app, version }, REMOTE_ENTRY), integrity } };
}

/** Returns the integrity hash of a remote's entry script; undefined for the shell, or if the script is missing. */
export function entryIntegrity({
  remote,
  files,
}: Pick<BuildDescription, 'remote' | 'files'>): string | undefined {
  return remote && files[REMOTE_ENTRY]?.integrity;
}
