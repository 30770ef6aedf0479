import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Evaluator, Lexer, Parser, data } from '@actions/expressions';
import { parse } from 'yaml';

export const WORKFLOW = '.github/workflows/site.yml';

type Texts = Record<string, string>;

export interface Step {
  if?: string;
  run?: string;
  shell?: string;
  uses?: string;
  with?: Texts;
  env?: Record<string, string | number>;
}

export interface Job {
  if?: string;
  needs?: string | string[];
  permissions?: Texts;
  concurrency?: unknown;
  environment?: string;
  strategy?: { matrix: Record<string, unknown[]> };
  env?: Texts;
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Texts;
  env: Texts;
  jobs: Record<string, Job>;
}

export async function readWorkflow(): Promise<Workflow> {
  return parse(await readFile(resolve(import.meta.dirname, '../../..', WORKFLOW), 'utf8')) as Workflow;
}

/** The values that a workflow's expressions can use, by context, e.g. `github`. */
export type Contexts = Record<string, unknown>;

const repository = 'studio/site';

/**
 * Returns the contexts for an event on pull request 12. The pull request proposes to merge the commit `head`, from the
 * repository `from`, into the commit `base`.
 */
export function pullRequest(action: string, base: string, head: string, from = repository): Contexts {
  const pull_request = { number: 12, base: { sha: base }, head: { sha: head, repo: { full_name: from } } };
  return { github: { event_name: 'pull_request', repository, event: { action, pull_request } } };
}

/** Returns the contexts for a push to main by the user `grace`. */
export function push(before: string, sha = ''): Contexts {
  return { github: { event_name: 'push', repository, actor: 'grace', sha, event: { before } } };
}

/**
 * Replaces each `${{ … }}` expression in a string with its value, as GitHub does.
 *
 * @throws Error if an expression is invalid
 */
export function fillIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts));
}

/** Returns whether the condition of a job or step is true. A missing condition counts as true. */
export function holds(condition: string | undefined, contexts: Contexts): boolean {
  return condition === undefined || !['', 'false', '0'].includes(evaluate(condition, contexts));
}

const cancelled = { name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) };

function evaluate(expression: string, contexts: Contexts): string {
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), [cancelled]).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values, new Map([[cancelled.name, cancelled]])).evaluate().coerceString();
}
