import type { BuildSource } from '@site/shared/remote';

/** The commit that a build comes from, when it was made, and with what. */
export function describeOrigin(source: BuildSource): string {
  return `of ${describeSource(source)}, built ${source.builtAt} with Node ${source.node}`;
}

/** The commit that a build comes from, e.g. `1a2b3c4`; with a plus sign if something differed from it. */
export function describeSource({ commit, clean }: BuildSource): string {
  return commit ? `${commit.slice(0, 7)}${clean ? '' : '+'}` : 'no commit';
}
