import { parse } from 'postcss';
import type { LoadedArtifact } from '../../store/readArtifact';

/**
 * Refuses a set in which an app uses a custom property that neither the shell nor the app itself defines.
 *
 * @throws Error that names the property and who uses it
 */
export function checkTokens(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
  const tables = set.map(({ artifact, files }) => ({ artifact, ...readProperties(files) }));
  const shell = tables.find(({ artifact }) => !artifact.remote);
  for (const { artifact, used, defined } of tables) {
    for (const [property, file] of used) {
      if (defined.has(property) || shell?.defined.has(property)) continue;
      throw new Error(
        `${file} of ${artifact.app} uses var(${property}), which neither the live shell nor the app defines: correct the name, or deploy the shell that defines it in the same release.`,
      );
    }
  }
}

/** The custom properties that style sheets define, and those that they use without a fallback, with the file that does. */
function readProperties(files: LoadedArtifact['files']) {
  const defined = new Set<string>();
  const used = new Map<string, string>();
  for (const [name, content] of files) {
    if (!name.endsWith('.css')) continue;
    parse(content.toString(), { from: name }).walkDecls(({ prop, value }) => {
      if (prop.startsWith('--')) defined.add(prop);
      for (const [, property = ''] of value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)) used.set(property, name);
    });
  }
  return { defined, used };
}
