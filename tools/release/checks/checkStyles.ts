import { parse, type Rule } from 'postcss';
import type { LoadedArtifact } from '../../store/readArtifact';

/**
 * Refuses a remote whose style sheets reach outside its own modules, into the pages of other teams: each selector
 * must name a class of the remote, `.<name>_…`, and so must the names of its animations.
 *
 * @throws Error that names the selector and its style sheet
 */
export function checkStyles({ artifact, files }: Pick<LoadedArtifact, 'artifact' | 'files'>): void {
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
