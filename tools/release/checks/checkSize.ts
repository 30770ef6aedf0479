import type { Artifact } from '../../build/Artifact';

/** What one page may add to the shell, and what the shell may be. Uncompressed bytes. */
const BUDGETS = {
  shell: { scripts: 340_000, styles: 24_000 },
  remote: { scripts: 160_000, styles: 40_000 },
};

/** What Module Federation's published runtime may add to the scripts of either. Uncompressed bytes. */
const PUBLISHED_RUNTIME = 80_000;

/**
 * Refuses a build with a page that costs its visitors too much.
 *
 * @throws Error that names the page, its size and the budget
 */
export function checkSize({ app, runtime, remote, entry, pages, files }: Artifact): void {
  const { scripts, styles } = remote ? BUDGETS.remote : BUDGETS.shell;
  const budget = { scripts: scripts + (runtime === 'published' ? PUBLISHED_RUNTIME : 0), styles };
  const chunks = remote ? Object.entries(pages) : [['its entry', { scripts: [], styles: [] }] as const];
  for (const [page, chunk] of chunks) {
    for (const kind of ['scripts', 'styles'] as const) {
      const names = new Set([...entry[kind], ...chunk[kind]]);
      const bytes = [...names].reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0);
      if (bytes > budget[kind]) {
        throw new Error(
          `The ${kind} of ${page} in ${app} have ${bytes} bytes, ${budget[kind]} are allowed: every visitor waits for them. Split off what the first view does not need, or drop a dependency.`,
        );
      }
    }
  }
}
