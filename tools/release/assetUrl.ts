import type { Artifact } from '../build/Artifact';

/** The public address of a build's file. */
export function assetUrl({ app, version }: Pick<Artifact, 'app' | 'version'>, file: string): string {
  return `/assets/${app}/${version}/${file}`;
}
