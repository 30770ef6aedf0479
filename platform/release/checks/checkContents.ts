import { parse } from 'postcss';
import type { Artifact } from '../../build/Artifact';
import { budgets } from '../../site.config';
import type { LoadedArtifact } from '../../store/readArtifact';

/**
 * Refuses a set of builds with content that must not go live: a development build, a page over its budget, or an
 * undefined design token.
 *
 * @param set all builds of the new set; their `files` may be limited to style sheets
 * @throws Error that names the problem and its cause, and says how to fix it
 */
export function checkContents(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
  for (const { artifact } of set) {
    const { app, mode } = artifact;
    if (mode === 'development') {
      throw new Error(
        `${app} is a development build, which is not for visitors. Deploy a production build: npm run deploy -- ${app}.`,
      );
    }
    checkSize(artifact);
  }
  checkTokens(set);
}

function checkSize({ app, remote, entry, pages, files }: Artifact): void {
  const sites = remote ? budgets.remote : budgets.shell;
  const own = remote?.budgets ?? {};
  const chunks = remote ? Object.entries(pages) : [['its entry', { scripts: [], styles: [] }] as const];
  for (const [page, chunk] of chunks) {
    for (const kind of ['scripts', 'styles'] as const) {
      const names = new Set([...entry[kind], ...chunk[kind]]);
      const bytes = [...names].reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0);
      // The site's budget may have been reduced after the remote set its own.
      const budget = Math.min(sites[kind], own[kind] ?? Infinity);
      if (bytes > budget) {
        const by = budget < sites[kind] ? ' by its remote.config.ts' : '';
        throw new Error(
          `The ${kind} of ${page} in ${app} have ${bytes} bytes, but only ${budget} are allowed${by}, because every visitor waits for them. Split off what the first view does not need, or drop a dependency.`,
        );
      }
    }
  }
}

function checkTokens(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
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

/**
 * Finds the custom properties that style sheets define, and those that they use without a fallback. Each used property
 * is mapped to a file that uses it.
 */
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
