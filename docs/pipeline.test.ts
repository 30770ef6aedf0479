import { beforeAll, expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser';
import { readCommands } from './testing/readBlocks';
import {
  holds,
  pullRequest,
  push,
  readWorkflow,
  WORKFLOW,
  type Contexts,
  type Job,
} from './testing/readWorkflow';

const repository = resolve(import.meta.dirname, '..');
let text: string;
let workflow: Awaited<ReturnType<typeof readWorkflow>>;
let jobs: [string, Job][];

beforeAll(async () => {
  text = await readFile(join(repository, WORKFLOW), 'utf8');
  workflow = await readWorkflow();
  jobs = Object.entries(workflow.jobs);
});

/** What GitHub's own schema and parser find wrong with a workflow. */
async function findErrors(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: WORKFLOW, content }, new NoOperationTraceWriter());
  const errors = context.errors.getErrors().map(({ message }) => message);
  if (!value) return errors;
  const template = await convertWorkflowTemplate(context, value);
  return [...errors, ...(template.errors ?? []).map(({ Message }) => Message)];
}

test("the workflow is as GitHub's schema of workflows says", async () => {
  expect(await findErrors(text)).toEqual([]);
});

test.each([
  ['a name that is none', 'runs-on', 'run-on'],
  ['a job that is not there', 'needs: affected', 'needs: nothing'],
  ['an expression that is none', "== 'push'", "=== 'push'"],
  ['a permission that is none', 'contents: read', 'contents: some'],
])('the schema refuses %s', async (_, what, by) => {
  expect(text).toContain(what);
  expect(await findErrors(text.replace(what, by))).not.toEqual([]);
});

test('every action is pinned by its commit, with its version beside it, one version each', () => {
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  expect(new Set(uses).size).toBe(new Set(uses.map((action) => action.split('@')[0])).size);
});

test('jobs may read the sources; one may comment; none runs with the rights of the base on what a fork sends', () => {
  expect(workflow.permissions).toEqual({});
  for (const [name, { permissions }] of jobs) {
    const comments = name === 'preview' ? { 'pull-requests': 'write' } : {};
    expect([name, permissions]).toEqual([name, { contents: 'read', ...comments }]);
  }
  expect(Object.keys(workflow.on).sort()).toEqual(['pull_request', 'push', 'workflow_dispatch']);
});

test('secrets come by name, and only into steps of jobs that no fork reaches', () => {
  for (const [name, { env, steps, if: condition }] of jobs) {
    const secret = JSON.stringify([env, steps]).includes('{{ secrets.');
    expect([name, secret]).toEqual([
      name,
      ['affected', 'preview', 'withdraw', 'deploy', 'rollback'].includes(name),
    ]);
    if (!secret) continue;
    const own = 'github.event.pull_request.head.repo.full_name == github.repository';
    if (['preview', 'withdraw'].includes(name)) expect(condition).toContain(own);
    for (const step of steps) {
      if (!JSON.stringify(step).includes('{{ secrets.')) continue;
      if (name === 'affected') expect(step.if).toBe("github.event_name == 'push'");
    }
  }
  expect(text).not.toMatch(/AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY): (?!\$\{\{ secrets\.AWS_\w+ \}\}$)/m);
});

test('what changes the live site does so one after the other, and is never cancelled', () => {
  for (const name of ['deploy', 'rollback']) {
    const { concurrency, environment } = workflow.jobs[name] ?? {};
    expect(concurrency).toEqual({ group: 'live', 'cancel-in-progress': false, queue: 'max' });
    expect(environment).toBe('production');
  }
});

test('unit tests run on the versions of Node that are supported', () => {
  expect(workflow.jobs['unit-tests']?.strategy?.matrix).toEqual({ node: ['20.19', 22, 24] });
});

test('every command is in a document, and nothing that somebody else writes is put into one', async () => {
  const documents = [
    'CONTRIBUTING.md',
    ...(await readdir(join(repository, 'docs')))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const documented = new Set(
    (await Promise.all(documents.map((name) => readCommands(join(repository, name)))))
      .flat()
      .map((command) => command.replace(/<[\w-]+>/g, '…')),
  );
  const commands = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    expect(command).not.toContain('${{');
    expect([...documented]).toContain(command.replace(/"?\$\w+"?/g, '…'));
  }
});

test('each event starts its own jobs; a fork gets checks alone', () => {
  const affected = '{"apps":["shell"],"workspaces":["shell"]}';
  const started = (contexts: Contexts) =>
    jobs
      .filter(([, { if: condition }]) => condition !== undefined)
      .filter(([, job]) => holds(job.if, { ...contexts, needs: { affected: { outputs: { affected } } } }))
      .map(([name]) => name);
  const button = (ref: string) => ({ github: { event_name: 'workflow_dispatch', ref, event: {} } });
  expect(started(pullRequest('synchronize', 'a', 'b'))).toEqual(['affected', 'preview']);
  expect(started(pullRequest('synchronize', 'a', 'b', 'somebody/site'))).toEqual(['affected']);
  expect(started(pullRequest('closed', 'a', 'b'))).toContain('withdraw');
  expect(started(pullRequest('closed', 'a', 'b', 'somebody/site'))).toEqual([]);
  expect(started(push('a'))).toEqual(['affected', 'deploy']);
  expect(started(button('refs/heads/main'))).toEqual(['rollback']);
  expect(started(button('refs/heads/other'))).toEqual([]);
  // The others have no condition, and follow that one.
  const others = jobs.filter(([, { if: condition }]) => condition === undefined);
  for (const [name, { needs }] of others) expect([name, needs]).toEqual([name, 'affected']);
});
