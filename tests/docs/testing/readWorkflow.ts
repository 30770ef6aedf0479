import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Evaluator, Lexer, Parser, data } from '@actions/expressions';
import { parse } from 'yaml';

/** Where the workflow lies in a checkout. */
export const WORKFLOW = '.github/workflows/site.yml';

export interface Step {
  if?: string;
  run?: string;
  uses?: string;
  with?: Record<string, string>;
  env?: Record<string, string | number>;
}

interface Concurrency {
  group: string;
  'cancel-in-progress': boolean;
  queue?: string;
}

export interface Job {
  if?: string;
  needs?: string | string[];
  permissions?: Record<string, string>;
  concurrency?: Concurrency;
  environment?: string;
  strategy?: { matrix: Record<string, unknown[]> };
  env?: Record<string, string | number>;
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  env: Record<string, string>;
  jobs: Record<string, Job>;
}

/** The workflow of this checkout. */
export async function readWorkflow(): Promise<Workflow> {
  return parse(await readFile(resolve(import.meta.dirname, '../../..', WORKFLOW), 'utf8')) as Workflow;
}

/** What expressions look up, e.g. `github`, as plain values. */
export type Contexts = Record<string, unknown>;

const REPOSITORY = 'studio/site';

/** What GitHub tells of a pull request: number 12, between two commits. */
export function pullRequest(action: string, base: string, head: string, from = REPOSITORY): Contexts {
  const pull_request = { number: 12, base: { sha: base }, head: { sha: head, repo: { full_name: from } } };
  return {
    github: { event_name: 'pull_request', repository: REPOSITORY, event: { action, pull_request } },
  };
}

/** What GitHub tells of a push to main by grace. */
export function push(before: string): Contexts {
  return { github: { event_name: 'push', repository: REPOSITORY, actor: 'grace', event: { before } } };
}

/**
 * Replaces each expression of a text, `${{ … }}`, by its value, as GitHub does.
 *
 * @throws Error if an expression is not one
 */
export function fillIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    evaluate(expression, contexts).coerceString(),
  );
}

/** Whether the condition of a job or a step holds; it does if there is none. */
export function holds(condition: string | undefined, contexts: Contexts): boolean {
  if (condition === undefined) return true;
  const value = evaluate(condition, contexts).coerceString();
  return !['', 'false', '0'].includes(value);
}

/** Nobody cancels a run here. */
const cancelled = { name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) };

function evaluate(expression: string, contexts: Contexts): data.ExpressionData {
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), [cancelled]).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values, new Map([[cancelled.name, cancelled]])).evaluate();
}
