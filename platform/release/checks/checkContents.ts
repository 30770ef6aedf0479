import type { BuildDescription } from '../../build/BuildDescription';
import { budgets } from '../../site.config';
import type { LoadedBuild } from '../../store/readBuild';
import type { AppBuild } from '../Release';

/**
 * Refuses builds that must not go live: a development build, a build with a page over its size budget, or a build that uses
 * an undefined design token.
 *
 * @param added the builds that are not live yet
 * @param builds all builds of the next release
 * @throws Error that names the problem and says how to fix it
 */
export function checkContents(added: Pick<LoadedBuild, 'description'>[], builds: AppBuild[]): void {
  for (const { description } of added) {
    const { app, mode } = description;
    if (mode === 'development') {
      throw new Error(
        `${app} is a development build, which is not for visitors. Deploy a production build: npm run deploy -- ${app}.`,
      );
    }
    checkSize(description);
  }
  checkTokens(builds);
}

function checkSize({ app, remote, entry, pages, files }: BuildDescription): void {
  const sites = remote ? budgets.remote : budgets.shell;
  const own = remote?.budgets ?? {};
  const chunks = remote ? Object.entries(pages) : [['its entry', { scripts: [], styles: [] }] as const];
  for (const [page, chunk] of chunks) {
    for (const kind of ['scripts', 'styles'] as const) {
      const names = new Set([...entry[kind], ...chunk[kind]]);
      const bytes = [...names].reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0);
      // The site's budget may have been lowered below the remote's own budget.
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

function checkTokens(builds: AppBuild[]): void {
  const shell = new Set(builds.find(({ remote }) => !remote)?.tokens);
  for (const { app, tokens, usedTokens } of builds) {
    const own = new Set(tokens);
    for (const [property, file] of Object.entries(usedTokens)) {
      if (own.has(property) || shell.has(property)) continue;
      throw new Error(
        `${file} of ${app} uses var(${property}), which neither the live shell nor the app defines: correct the name, or deploy the shell that defines it in the same release.`,
      );
    }
  }
}
