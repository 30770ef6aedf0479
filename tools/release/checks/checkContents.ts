import { parse, type Rule } from 'postcss';
import type { Artifact } from '../../build/Artifact';
import { budgets } from '../../site.config';
import { type LoadedArtifact } from '../../store/readArtifact';

/**
 * Refuses a set of builds whose contents cannot stand beside each other on the site.
 *
 * @param set all builds of the new set, with at least their style sheets
 * @throws Error that says what does not fit, why, and how to mend it
 */
export function checkContents(set: Pick<LoadedArtifact, 'artifact' | 'files'>[]): void {
  for (const build of set) {
    const { app, mode } = build.artifact;
    if (mode === 'development') {
      throw new Error(
        `${app} is a build of the development server, which is not for visitors. Build it for production, and deploy that: npm run deploy -- ${app}.`,
      );
    }
    checkSize(build.artifact);
    checkStyles(build);
  }
  checkTokens(set);
}

/**
 * Refuses a build with a page that costs its visitors too much.
 *
 * @throws Error that names the page, its size and the budget
 */
function checkSize({ app, remote, entry, pages, files }: Artifact): void {
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

/**
 * Refuses a remote whose style sheets reach outside its own modules, into the pages of other teams: each selector
 * must name a class of the remote, `.<name>_…`, and so must the names of its animations.
 *
 * @throws Error that names the selector and its style sheet
 */
function checkStyles({ artifact, files }: Pick<LoadedArtifact, 'artifact' | 'files'>): void {
  const { app, remote } = artifact;
  // The shell's style is the whole site's.
  if (!remote) return;
  for (const [name, content] of files) {
    if (!name.endsWith('.css')) continue;
    const sheet = parse(content.toString(), { from: name });
    sheet.walkAtRules(/keyframes$/i, ({ params }) => {
      if (!params.startsWith(`${remote.name}_`)) throw refusal(app, name, `@keyframes ${params}`);
    });
    sheet.walkRules((rule) => {
      if (isInside(rule, /keyframes$/i)) return;
      const own = new RegExp(`\\.${remote.name}_`);
      for (const selector of rule.selectors) {
        // A nested selector narrows its parent's, which has been looked at.
        const isNested = rule.parent?.type === 'rule';
        if (!isNested && !own.test(withoutNegations(selector))) throw refusal(app, name, selector);
      }
    });
  }
}

/** `:not(.x)` names what a selector does not mean. */
function withoutNegations(selector: string): string {
  return selector.replaceAll(/:not\([^()]*\)/g, '');
}

function isInside(rule: Rule, atRule: RegExp): boolean {
  const { parent } = rule;
  return parent?.type === 'atrule' && 'name' in parent && atRule.test(parent.name);
}

function refusal(app: string, file: string, what: string): Error {
  return new Error(
    `${what} in ${file} of ${app} reaches outside the app's own modules, into pages of other teams: put it below a class of a .module.css file.`,
  );
}

/**
 * Refuses a set in which an app uses a custom property that neither the shell nor the app itself defines.
 *
 * @throws Error that names the property and who uses it
 */
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
