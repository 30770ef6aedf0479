import type { Artifact } from '../../build/Artifact';
import { budgets } from '../../site.config';

/**
 * Refuses a build with a page that costs its visitors too much.
 *
 * @throws Error that names the page, its size and the budget
 */
export function checkSize({ app, remote, entry, pages, files }: Artifact): void {
  const budget = remote ? budgets.remote : budgets.shell;
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
