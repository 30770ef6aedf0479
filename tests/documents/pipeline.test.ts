import { beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser';
import { NODE_VERSIONS } from '../everyNode/NODE_VERSIONS';
import {
  holds,
  pullRequest,
  push,
  readWorkflow,
  WORKFLOW,
  type Contexts,
  type Job,
  type Step,
} from './testing/readWorkflow';

const repository = resolve(import.meta.dirname, '../..');
let text: string;
let workflow: Awaited<ReturnType<typeof readWorkflow>>;
let jobs: [string, Job][];

beforeAll(async () => {
  text = await readFile(join(repository, WORKFLOW), 'utf8');
  workflow = await readWorkflow();
  jobs = Object.entries(workflow.jobs);
});

async function findErrors(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: WORKFLOW, content }, new NoOperationTraceWriter());
  const errors = context.errors.getErrors().map(({ message }) => message);
  if (!value) return errors;
  const template = await convertWorkflowTemplate(context, value);
  return [...errors, ...(template.errors ?? []).map(({ Message }) => Message)];
}

test("GitHub's own parser accepts the workflow", async () => {
  expect(await findErrors(text)).toEqual([]);
  expect(await findErrors(text.replace('needs: build', 'needs: nothing'))).not.toEqual([]);
});

test('every action is pinned to a commit, so that a moved tag cannot change what runs', () => {
  const actions = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
});

test('jobs may only read the sources, and the preview job may also comment', () => {
  expect(workflow.permissions).toEqual({});
  for (const [name, { permissions }] of jobs) {
    const comments = name === 'preview' ? { 'pull-requests': 'write' } : {};
    expect([name, permissions]).toEqual([name, { contents: 'read', ...comments }]);
  }
});

test('no event runs a fork’s code with the permissions of this repository', () => {
  // If the workflow ran on `pull_request_target`, a fork's code could run with this repository's permissions.
  expect(Object.keys(workflow.on).sort()).toEqual(['pull_request', 'push', 'workflow_dispatch']);
});

const SECRET = /\$\{\{[^}]*\bsecrets\b/;
const hasKey = (step: Step) => SECRET.test(JSON.stringify(step));

test('secrets are only in the environment of steps that run a single deploy command', () => {
  const { jobs: _jobs, ...rest } = workflow;
  expect(JSON.stringify(rest)).not.toMatch(SECRET);
  for (const [name, { steps, ...job }] of jobs) {
    expect([name, JSON.stringify(job)]).toEqual([name, expect.not.stringMatching(SECRET)]);
    for (const { env, ...step } of steps.filter(hasKey)) {
      expect([name, JSON.stringify(step)]).toEqual([name, expect.not.stringMatching(SECRET)]);
      expect([name, step.run]).toEqual([
        name,
        expect.stringMatching(/^npm run deploy -- [^;&|`\n]*(?: \| tee "\$LOG")?$/),
      ]);
      const kind = name === 'deploy' || name === 'rollback' ? '' : 'PREVIEW_';
      expect(Object.entries(env ?? {}).filter(([, value]) => SECRET.test(String(value)))).toEqual(
        ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map((key) => [key, `\${{ secrets.${kind}${key} }}`]),
      );
    }
  }
});

test('a job with a key builds nothing: it runs one command on builds from a job without a key', () => {
  const withKey = jobs.filter(([, { steps }]) => steps.some(hasKey));
  expect(withKey.map(([name]) => name)).toEqual(['preview', 'remove-preview', 'deploy', 'rollback']);
  for (const [name, { needs, steps, environment, if: condition }] of withKey) {
    // Only the `production` environment has the deployment key, and no fork gets the preview key.
    const isNotFork = 'github.event.pull_request.head.repo.full_name == github.repository';
    if (['deploy', 'rollback'].includes(name)) expect(environment).toBe('production');
    else expect(condition).toContain(isNotFork);
    const [install, command = '', ...others] = steps.flatMap(({ run }) => run ?? []);
    expect([name, others]).toEqual([name, []]);
    const takesBuilds = command.includes(' --build ');
    // `--check` runs a browser, which needs development dependencies.
    const isChecked = command.includes(' --check ');
    expect([name, install]).toEqual([
      name,
      `npm ci ${isChecked ? '' : '--omit=dev --omit=peer '}--ignore-scripts`,
    ]);
    const fetched = steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact@'));
    // Builds must be downloaded to a folder outside the checkout. Inside the checkout, they could overwrite code that this
    // job runs with access to the key.
    expect(fetched.map((step) => step.with)).toEqual(
      takesBuilds ? [{ name: 'builds', path: '${{ runner.temp }}/builds' }] : [],
    );
    expect([needs].flat().includes('build')).toBe(takesBuilds);
  }
  const uploads = jobs.filter(([, { steps }]) => steps.some(({ uses }) => uses?.includes('/upload-')));
  expect(uploads.map(([name]) => name)).toEqual(['build']);
});

test('a deployment waits for all tests and for earlier deployments and rollbacks', () => {
  const listCommands = (name: string) =>
    workflow.jobs[name]?.steps.flatMap(({ run = '' }) => /^(?:npm run|npx) (.*)/.exec(run)?.[1] ?? []);
  const needed = workflow.jobs.deploy?.needs as string[];
  expect(Object.fromEntries(needed.map((name) => [name, listCommands(name)]))).toEqual({
    build: ['build'],
    checks: ['format:check', 'lint', 'typecheck'],
    'unit-tests': ['test:unit', 'jest platform/render platform/store'],
    'integration-tests': ['test:integration', 'test:browser', 'test:heavy'],
  });
  expect(workflow.jobs['unit-tests']?.strategy?.matrix).toEqual({ node: NODE_VERSIONS });
  const live = { group: 'live', 'cancel-in-progress': false, queue: 'max' };
  for (const name of ['deploy', 'rollback']) expect(workflow.jobs[name]?.concurrency).toEqual(live);
});

test('no command contains an expression, so that no title or branch name is run as code', () => {
  const commands = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(command).not.toContain('${{');
});

test('each event starts its own jobs, and a fork only gets checks and builds', () => {
  for (const [name, job] of jobs) expect([name, job.if]).toEqual([name, expect.any(String)]);
  const started = (contexts: Contexts) => {
    const names: string[] = [];
    for (const [name, job] of jobs) {
      const needed = [job.needs ?? []].flat();
      if (needed.every((other) => names.includes(other)) && holds(job.if, contexts)) names.push(name);
    }
    return names;
  };
  const button = (ref: string) => ({ github: { event_name: 'workflow_dispatch', ref, event: {} } });
  const always = ['checks', 'unit-tests', 'integration-tests', 'build'];
  expect(started(pullRequest('synchronize', 'a', 'b'))).toEqual([...always, 'preview']);
  expect(started(pullRequest('synchronize', 'a', 'b', 'somebody/site'))).toEqual(always);
  expect(started(pullRequest('closed', 'a', 'b'))).toEqual(['remove-preview']);
  expect(started(pullRequest('closed', 'a', 'b', 'somebody/site'))).toEqual([]);
  expect(started(push('a'))).toEqual([...always, 'deploy']);
  expect(started(button('refs/heads/main'))).toEqual(['rollback']);
  expect(started(button('refs/heads/other'))).toEqual([]);
});
