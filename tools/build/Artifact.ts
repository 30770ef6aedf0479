import { sha256 } from './sha256';

/** One file of a build that browsers load. */
interface ArtifactFile {
  /** Subresource integrity of the uncompressed bytes, `sha384-…`. */
  integrity: string;
  /** Uncompressed size in bytes. */
  bytes: number;
}

/** The scripts and style sheets, in load order, that a page or an entry needs. */
export interface ArtifactChunk {
  scripts: string[];
  styles: string[];
}

/** A remote's file that tells other hosts, and the browser's devtools, what it is made of. */
export const MANIFEST = 'mf-manifest.json';

/**
 * What a build writes as `artifact.json`: all that deployment knows of an app. File names are relative to the
 * build's `browser/` folder.
 */
export interface Artifact {
  /** The workspace's folder, e.g. `studio-remote`. */
  app: string;
  /** Content hash of everything in the build, 16 hex digits. */
  version: string;
  mode: 'production' | 'development';
  /** What a remote's `remote.config.ts` says; absent for the shell. */
  remote?: { name: string; mount: string; paths: string[] };
  /** Scripts and styles that every page of this app needs first. */
  entry: ArtifactChunk;
  /** What each page needs on top, by chunk name. */
  pages: Record<string, ArtifactChunk>;
  files: Record<string, ArtifactFile>;
  /** SHA-256 of `server.cjs`, hex. */
  serverHash: string;
  /** Exact versions of the modules shared between the apps: provided by the shell, required by a remote. */
  shared: Record<string, string>;
  /** Exports of the router facade, `@site/shared/router`: those that the shell has, those that a remote uses. */
  router: string[];
}

/** The version of a build: the hash of everything else in its `artifact.json`, which names each file's hash. */
export function versionOf({
  version: _,
  ...content
}: Omit<Artifact, 'version'> & { version?: string }): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}
