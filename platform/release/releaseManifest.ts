import { posix } from 'node:path';
import type { ReleaseManifest } from '@site/shared/contract';
import { type BuildDescription, FIELD_SCRIPT, FOREIGN_HOSTS, MANIFEST } from '../build/BuildDescription';
import { assetUrl, releaseRemote } from '../render/releaseRemote';
import type { LoadedBuild } from '../store/readBuild';
import { listBuilds, listSources, type Release } from './Release';

/** The file name of the style sheet that the shell offers to other sites. */
export const STYLES_NAME = 'remotes/base.css';

/** Makes a release's manifest, which open tabs read. */
export function releaseManifest(release: Pick<Release, 'id' | 'builds' | 'preview'>): ReleaseManifest {
  const { id, builds, preview } = release;
  const sources = listSources(release);
  const field = describeField(release);
  return {
    id,
    shell: builds.shell?.version ?? '',
    remotes: listBuilds({ builds }).flatMap((build) => releaseRemote(build) ?? []),
    ...(sources && { builds: sources }),
    ...(preview && { preview: true }),
    ...(field && { field }),
  };
}

/**
 * Describes the script that reports web vitals and errors, and lists the mounts of the remotes that opt out.
 *
 * @returns undefined if the shell has no such script
 */
function describeField({ builds }: Pick<Release, 'builds'>): ReleaseManifest['field'] {
  const { shell } = builds;
  if (shell?.field === undefined) return undefined;
  const url = assetUrl({ app: 'shell', version: shell.version }, FIELD_SCRIPT);
  const except = listBuilds({ builds }).flatMap(({ remote }) =>
    remote && !remote.field ? [remote.mount] : [],
  );
  return { url, integrity: shell.field, except };
}

/** Returns the file name of a remote's manifest in a release; undefined for the shell. */
export function manifestName(remote: BuildDescription['remote']): string | undefined {
  return remote && `remotes/${remote.name}/${MANIFEST}`;
}

/**
 * Makes the Module Federation manifest that the release serves for a remote, always at the same address. The manifest refers
 * to the given build's files by relative URLs, which work on every origin.
 *
 * @returns a list of one file, or an empty list for the shell
 */
export function liveManifest({ description, files }: LoadedBuild): [name: string, content: string][] {
  const manifest = files.get(MANIFEST);
  const name = manifestName(description.remote);
  if (name === undefined || !manifest) return [];
  const folder = `${posix.relative(`/${posix.dirname(name)}`, assetUrl(description, ''))}/`;
  const content: unknown = JSON.parse(manifest.toString(), (key, value: unknown) => {
    // `sync` lists the scripts or styles that a module needs at once, and `async` those that it needs later.
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
 * Makes the style sheet that the release serves to other sites, always at the same address. The URLs in the style sheet
 * refer to the given build's files.
 *
 * @returns a list of one file. The list is empty for a remote, and for a shell that was built without this style sheet
 */
export function liveStyles({ description, files }: LoadedBuild): [name: string, content: string][] {
  const styles = files.get(`shell.${FOREIGN_HOSTS}.css`);
  if (description.remote || !styles) return [];
  const content = styles
    .toString()
    .replaceAll(
      /url\((?!["']?data:)["']?([^"')]+)["']?\)/g,
      (_, file: string) => `url(${assetUrl(description, file)})`,
    );
  return [[STYLES_NAME, content]];
}
