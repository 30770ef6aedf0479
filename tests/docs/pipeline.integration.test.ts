import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openStore, readReleases } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { copyCheckout, type CheckoutCopy } from './testing/copyCheckout';
import { readBlocks } from './testing/readBlocks';
import {
  fillIn,
  holds,
  pullRequest,
  push,
  readWorkflow,
  type Contexts,
  type Step,
} from './testing/readWorkflow';
import { rewriteBuild } from './testing/rewriteBuild';
import { runCommand } from './testing/runCommand';
import { runScript, type Comment } from './testing/runScript';

// Follows one change from a pull request to its rollback, by the steps of the workflow.

jest.setTimeout(600_000);

const STORE = 's3://site/production';
const PAGE = 'studio-remote/src/pages/about/AboutPage.tsx';

let checkout: CheckoutCopy;
let s3: Awaited<ReturnType<typeof startS3>>;
let temporary: string;
let workflow: Awaited<ReturnType<typeof readWorkflow>>;
let vars: Record<string, string>;
/** Of the repository, and of its environment `production`. */
let secrets: Record<'all' | 'production', Record<string, string>>;
/** The environment in which the key by the policy of docs/pipeline.md for previews is used. */
let previewKey: Record<string, string>;

const testInBucket = NO_S3 ? test.skip : test;
const unlessSkipped = NO_S3 ? `: ${NO_S3}` : '';

beforeAll(async () => {
  if (NO_S3) return;
  [checkout, s3, temporary, workflow] = await Promise.all([
    copyCheckout(),
    startS3(),
    temporaryDirectory(),
    readWorkflow(),
  ]);
  const { AWS_REGION, AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.environment;
  vars = { AWS_REGION, AWS_ENDPOINT_URL_S3, SITE_STORE: STORE, SITE_URL: 'https://www.example.com' };
  const blocks = await readBlocks(resolve(import.meta.dirname, '../../docs/pipeline.md'));
  const policy = blocks.find(({ language }) => language === 'json')?.text ?? '';
  previewKey = await s3.addKey('previews', policy.replaceAll('<previews>', 'previews'));
  const all = Object.fromEntries(
    Object.entries(previewKey).map(([name, value]) => [`PREVIEW_${name}`, value]),
  );
  secrets = { all, production: { ...all, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } };
  // For the store that this test reads; no step of the workflow inherits it.
  Object.assign(process.env, s3.environment);
  await git('init --quiet --initial-branch=main');
  await commit('Begin');
});
afterAll(async () => {
  if (NO_S3) return;
  await Promise.all([checkout.remove(), s3.stop()]);
});

const run = (command: string, env: Record<string, string> = {}) =>
  runCommand(command, {
    directory: checkout.directory,
    env: { artifacts: join(temporary, 'artifacts'), ...env },
  });
const git = async (command: string) =>
  (await run(`git -c user.name=Ada -c user.email=ada@example.com ${command}`)).trim();

async function commit(subject: string): Promise<string> {
  await git('add .');
  await git(`commit --quiet --message "${subject}"`);
  return git('rev-parse HEAD');
}

/**
 * Runs the steps of a job as GitHub would for an event.
 *
 * @returns its summary
 * @throws what the first step that failed has thrown, after those that run all the same
 */
async function runJob(name: string, contexts: Contexts): Promise<string> {
  const job = workflow.jobs[name];
  if (!job || !holds(job.if, contexts)) throw new Error(`${name} does not run for this event.`);
  // Each job has a machine of its own, with nothing on it.
  const runner = join(temporary, 'runner');
  await run(`rm -rf ${runner} */dist && mkdir ${runner}`);
  const known = {
    ...{ runner: { temp: runner }, vars, inputs: {}, ...contexts },
    secrets: job.environment === 'production' ? secrets.production : secrets.all,
  };
  const summary = join(runner, 'summary.md');
  await writeFile(summary, '');
  let failure: Error | undefined;
  for (const step of job.steps) {
    const isDue = !failure || step.if?.includes('cancelled()');
    if (!isDue || !holds(step.if, known)) continue;
    const env: Record<string, string> = { GITHUB_STEP_SUMMARY: summary };
    for (const key of Object.keys(s3.environment)) env[key] = '';
    for (const [key, value] of Object.entries({ ...workflow.env, ...job.env, ...step.env }))
      env[key] = fillIn(String(value), known);
    await runStep(step, env, known).catch((error: unknown) => (failure ??= error as Error));
  }
  if (failure) throw failure;
  return readFile(summary, 'utf8');
}

async function runStep(step: Step, env: Record<string, string>, contexts: Contexts): Promise<void> {
  const { run: command, uses = '', with: given = {} } = step;
  // The packages are there.
  if (command && !command.startsWith('npm ci ')) await run(command, env);
  // What the actions for artifacts do with the builds, from job to job.
  const path = fillIn(given.path ?? '', contexts);
  if (uses.startsWith('actions/upload-artifact@'))
    await run(`rm -rf $artifacts && mkdir $artifacts && tar -c ${path} | tar -xC $artifacts`);
  if (uses.startsWith('actions/download-artifact@')) await run(`cp -r $artifacts ${path}`);
  if (given.script) await runScript(given.script, env, comments);
}

/** Those of the pull request. */
const comments: Comment[] = [];

const listReleases = async () => readReleases(await openStore(STORE, checkout.directory));

testInBucket(`a change goes from its pull request to the bucket and back${unlessSkipped}`, async () => {
  const main = await git('rev-parse HEAD');
  const first = push('0'.repeat(40));
  await runJob('build', first);
  await runJob('deploy', first);
  await run('cp -r $artifacts $artifacts-first');
  const [begun] = await listReleases();
  expect(begun).toMatchObject({
    ...{ state: 'live', who: 'grace' },
    builds: { 'studio-remote': { commit: main, clean: true } },
  });
  const expectStillBegun = async () => expect((await listReleases())[0]).toEqual(begun);

  // The pull request.
  await git('checkout --quiet -b say-it-better');
  await git('commit --quiet --allow-empty --message "Change nothing of it"');
  await run(`sed -i -E 's/(<h1[^>]*>)[^<]*/\\1Said through a pipeline./' ${PAGE}`);
  const change = await commit('Say it better');
  const opened = pullRequest('opened', main, change);
  await runJob('build', opened);
  await runJob('preview', opened);
  const [earlier] = (await listReleases()).filter(({ state }) => state === 'preview');
  expect(comments).toHaveLength(1);
  for (const line of [
    new RegExp(`https://www\\.example\\.com/\\?release=${earlier?.release}\n`),
    /\| studio-remote \| \w+, was \w+ \| \w+ \| [\d.]+ KB \| [+-][\d.]+ KB \|/,
    /^\n {4}\+ \w+ Say it better\n(?! {4})/m,
    /^\*\*Check\*\*: npm run smoke has passed\.$/m,
  ])
    expect(comments[0]?.body).toMatch(line);
  await expectStillBegun();

  // It is pushed to again: another preview takes the place of the first, and the comment follows. What fails in a
  // browser fails the job; the comment tells that, and where to look at it.
  const studio = join(temporary, 'artifacts/studio-remote/dist/production');
  await rewriteBuild(studio, '/collections/', '/collection/');
  await expect(runJob('preview', opened)).rejects.toThrow('The check ended with 1');
  const previews = (await listReleases()).filter(({ state }) => state === 'preview');
  expect(previews).toMatchObject([{ name: 'pr-12' }]);
  expect(previews[0]?.release).not.toBe(earlier?.release);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toMatch(/^\*\*Check\*\*: The check ended with 1, .*: npm run smoke\./m);
  expect(comments[0]?.body).toContain(`?release=${previews[0]?.release}\n`);
  // Nor does it go live.
  await expect(runJob('deploy', push(main))).rejects.toThrow('The check ended with 1');
  await expectStillBegun();
  await rewriteBuild(studio, '/collection/', '/collections/');

  // It is merged, and so closed. What is built is the same.
  await git('checkout --quiet main');
  await git('merge --quiet --ff-only say-it-better');
  await runJob('remove-preview', pullRequest('closed', main, change));
  expect(await listReleases()).toEqual([begun]);
  const merged = push(main);
  const deployed = await runJob('deploy', merged);
  expect(deployed).toMatch(/\*\*Release\*\*: https:\/\/www\.example\.com\n/);
  expect(deployed).toMatch(/^ {4}\+ \w+ Say it better$/m);
  const [live] = await listReleases();
  expect(live).toMatchObject({
    ...{ state: 'live', who: 'grace', what: 'deploy studio-remote' },
    apps: { 'micora-remote': begun?.apps?.['micora-remote'] },
    builds: { 'studio-remote': { commit: change, clean: true } },
  });

  // The pipeline of before is started again: nothing becomes older than it is.
  await run('mv $artifacts $artifacts-second && mv $artifacts-first $artifacts');
  await runJob('deploy', first);
  expect((await listReleases())[0]).toEqual(live);
  await run('rm -r $artifacts && mv $artifacts-second $artifacts');

  // It was wrong.
  const button = { github: { event_name: 'workflow_dispatch', ref: 'refs/heads/main', actor: 'ada' } };
  const undone = await runJob('rollback', { ...button, inputs: { app: 'studio-remote', version: '' } });
  expect(undone).toMatch(/^ {4}- \w+ Say it better$/m);
  const [back] = await listReleases();
  expect(back).toMatchObject({ state: 'live', who: 'ada', apps: begun?.apps });

  // A merge that builds it again does not bring it back: it is left out.
  await runJob('deploy', merged);
  expect((await listReleases())[0]).toEqual(back);
});

testInBucket(
  `with the key of previews nothing is written but what previews are made of${unlessSkipped}`,
  async () => {
    const refusal = (key: string) =>
      `refuses access to production/${key} in the bucket site (AccessDenied): check the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they are allowed to do (docs/pipeline.md).`;
    const everything = await openStore(STORE, '/');
    // A client reads its keys when it is first used.
    await everything.write('history/99.json', 'ours');
    Object.assign(process.env, previewKey);
    const previews = await openStore(STORE, '/');
    await expect(previews.remove('history/99.json')).rejects.toThrow(refusal('history/99.json'));
    for (const key of [
      'history/98.json',
      'releases/1.json',
      'pictures/a.json',
      'prune/a.json',
      'heartbeat',
      'previews',
    ]) {
      await expect(previews.write(key, 'mine')).rejects.toThrow(refusal(key));
      await expect(previews.create(key, 'mine')).rejects.toThrow(refusal(key));
      expect(await everything.read(key)).toBeUndefined();
    }
    for (const folder of ['artifacts', 'assets', 'pages', 'data', 'previews']) {
      const key = `${folder}/mine`;
      await previews.write(key, 'mine');
      expect((await previews.read(key))?.toString()).toBe('mine');
      if (folder === 'previews') await previews.remove(key);
      else await expect(previews.remove(key)).rejects.toThrow(refusal(key));
    }
    // Nor does the test of the store that precedes the first write leave anything.
    expect(await everything.list('previews/')).toEqual([]);
    Object.assign(process.env, s3.environment);
  },
);
