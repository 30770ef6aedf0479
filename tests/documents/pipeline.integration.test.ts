import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import { join, resolve } from 'node:path';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { openStore, listReleases } from '@site/platform';
import { NO_S3, startS3 } from '@site/platform/testing/startS3';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
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
import { testGuide } from './testing/testGuide';

jest.setTimeout(600_000);

const STORE = 's3://site/production';
const PREVIEWS = 's3://site/production-previews';
const PAGE = 'studio-remote/src/pages/about/AboutPage.tsx';

let checkout: CheckoutCopy;
let s3: Awaited<ReturnType<typeof startS3>>;
let temporary: string;
let workflow: Awaited<ReturnType<typeof readWorkflow>>;
let vars: Record<string, string>;
/** The secrets that a job can read: `production` if its environment is `production`, and `all` otherwise. */
let secrets: Record<'all' | 'production', Record<string, string>>;
let previewKey: Record<string, string>;

const testInBucket = testGuide('pipeline', !NO_S3);
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
  vars = { AWS_REGION, AWS_ENDPOINT_URL_S3, SITE_STORE: STORE, PREVIEW_HOST: 'previews.example.net' };
  const blocks = await readBlocks(resolve(import.meta.dirname, '../../docs/pipeline.md'));
  const policy = blocks.find(({ language }) => language === 'json')?.text ?? '';
  previewKey = await s3.addKey('previews', policy.replaceAll('<previews>', 'previews'));
  const all = Object.fromEntries(
    Object.entries(previewKey).map(([name, value]) => [`PREVIEW_${name}`, value]),
  );
  secrets = { all, production: { ...all, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } };
  // This key is only for the test itself, which opens the store. `runJob` hides the key from the workflow's steps.
  Object.assign(process.env, s3.environment);
  await git('init --quiet --initial-branch=main');
  await commit('Begin');
  await run('mkdir $artifacts && cp -r --parents */dist $artifacts');
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
 * Runs a job's steps for an event, as GitHub would. Once a step has failed, runs only steps that are meant to run after a
 * failure.
 *
 * @throws the first failed step's error, once the job has ended
 */
async function runJob(name: string, contexts: Contexts): Promise<void> {
  const job = workflow.jobs[name];
  if (!job || !holds(job.if, contexts)) throw new Error(`${name} does not run for this event.`);
  // Delete the previous job's files, because each job starts on a new machine.
  const runner = join(temporary, 'runner');
  await run(`rm -rf ${runner} */dist && mkdir ${runner}`);
  // `BUILD` builds only one app, so take the other apps' builds from the previous build job.
  if (name === 'build') await run('cp -r $artifacts/. .');
  const known = {
    runner: { temp: runner },
    vars,
    inputs: {},
    ...contexts,
    secrets: job.environment === 'production' ? secrets.production : secrets.all,
  };
  let failure: Error | undefined;
  for (const step of job.steps) {
    const isDue = !failure || step.if?.includes('cancelled()');
    if (!isDue || !holds(step.if, known)) continue;
    const env: Record<string, string> = {};
    for (const key of Object.keys(s3.environment)) env[key] = '';
    for (const [key, value] of Object.entries({ ...workflow.env, ...job.env, ...step.env }))
      env[key] = fillIn(String(value), known);
    await runStep(step, env, known).catch((error: unknown) => (failure ??= error as Error));
  }
  if (failure) throw failure;
}

/**
 * To save time, builds only the app that the test changes. For the other apps, this checkout's builds can be used, because
 * the same sources always produce the same build (see `tests/heavy/reproducible.integration.test.ts`).
 */
const BUILD = 'npm run build -w studio-remote';

async function runStep(step: Step, env: Record<string, string>, contexts: Contexts): Promise<void> {
  const { run: command, shell, uses = '', with: given = {} } = step;
  // Skip `npm ci`, because the packages are already installed.
  if (command && !command.startsWith('npm ci ')) {
    const typed = command === 'npm run build' ? BUILD : command;
    await run(shell === 'bash' ? `set -eo pipefail; ${typed}` : typed, env);
  }
  const path = fillIn(given.path ?? '', contexts);
  if (uses.startsWith('actions/upload-artifact@'))
    await run(`rm -rf $artifacts && mkdir $artifacts && tar -c ${path} | tar -xC $artifacts`);
  if (uses.startsWith('actions/download-artifact@')) await run(`cp -r $artifacts ${path}`);
  const { sha = '' } = contexts.github as { sha?: string };
  if (given.script) await runScript(given.script, env, { comments, sha, main: await git('rev-parse main') });
}

const comments: Comment[] = [];

const listed = async () => listReleases(await openStore(STORE, '/'), [await openStore(PREVIEWS, '/')]);

testInBucket(`a change goes from its pull request to the bucket and back${unlessSkipped}`, async () => {
  const main = await git('rev-parse HEAD');
  const first = push('0'.repeat(40), main);
  await runJob('build', first);
  // Run PocketBase only during the first deployment, because later deployments keep the live data.
  const backend = await startTestBackend({ seeded: true });
  vars.BACKEND_URL = backend.url;
  await runJob('deploy', first).finally(backend.stop);
  vars.BACKEND_URL = '';
  await run('cp -r $artifacts $artifacts-first');
  const [initial] = await listed();
  expect(initial).toMatchObject({
    state: 'live',
    who: 'grace',
    builds: { 'studio-remote': { commit: main, clean: true } },
  });
  const expectUnchanged = async () => expect((await listed())[0]).toEqual(initial);

  await git('checkout --quiet -b say-it-better');
  await git('commit --quiet --allow-empty --message "Change nothing of it"');
  await run(`sed -i -E 's/(<h1[^>]*>)[^<]*/\\1Said through a pipeline./' ${PAGE}`);
  const change = await commit('Say it better');
  const opened = pullRequest('opened', main, change);
  await runJob('build', opened);
  await runJob('preview', opened);
  const [earlier] = (await listed()).filter(({ state }) => state === 'preview');
  expect(comments).toHaveLength(1);
  const address = `Preview: https://${earlier?.label}.previews.example.net\n`;
  expect(earlier?.label).toMatch(/^pr-12-[\da-f]{32}$/);
  expect(comments[0]?.body).toContain(`${address}\nThe smoke test passed.`);
  await expectUnchanged();

  // A faulty build is pushed, and replaces the preview at the same address. One of its pages fails in the browser, so the
  // job fails, and the pull request's comment reports the failure.
  const studio = join(temporary, 'artifacts/studio-remote/dist/production');
  await rewriteBuild(studio, '/collections/', '/collection/');
  await expect(runJob('preview', opened)).rejects.toThrow('The check ended with 1');
  const previews = (await listed()).filter(({ state }) => state === 'preview');
  expect(previews).toMatchObject([{ label: earlier?.label }]);
  expect(previews[0]?.release).not.toBe(earlier?.release);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain(`${address}\nThe smoke test failed: `);
  await expect(runJob('deploy', push(main, main))).rejects.toThrow('The check ended with 1');
  await expectUnchanged();
  await rewriteBuild(studio, '/collection/', '/collections/');

  // The pull request is merged, which closes it.
  await git('checkout --quiet main');
  await git('merge --quiet --ff-only say-it-better');
  await runJob('remove-preview', pullRequest('closed', main, change));
  expect(await listed()).toEqual([initial]);
  const merged = push(main, change);
  await runJob('deploy', merged);
  const [live] = await listed();
  expect(live).toMatchObject({
    state: 'live',
    who: 'grace',
    what: 'deploy studio-remote',
    apps: { 'micora-remote': initial?.apps?.['micora-remote'] },
    builds: { 'studio-remote': { commit: change, clean: true } },
  });

  // Somebody reruns the workflow for the first push. The rerun must not deploy its older build.
  await run('mv $artifacts $artifacts-second && mv $artifacts-first $artifacts');
  await expect(runJob('deploy', first)).rejects.toThrow(`main has moved on to ${change}.`);
  expect((await listed())[0]).toEqual(live);
  await run('rm -r $artifacts && mv $artifacts-second $artifacts');

  const button = { github: { event_name: 'workflow_dispatch', ref: 'refs/heads/main', actor: 'ada' } };
  await runJob('rollback', { ...button, inputs: { app: 'studio-remote', version: '' } });
  const [back] = await listed();
  expect(back).toMatchObject({ state: 'live', who: 'ada', apps: initial?.apps });

  // A later deployment skips the build that was rolled back.
  await runJob('deploy', merged);
  expect((await listed())[0]).toEqual(back);
});

testInBucket(
  `the previews’ key can write to the previews’ store, but not to the live store${unlessSkipped}`,
  async () => {
    const refusal = (key: string) => `cannot be used for production/${key} (403 AccessDenied: `;
    const everything = await openStore(STORE, '/');
    const keys = [
      'builds/a',
      'assets/a',
      'pages/a',
      'data/a',
      'releases/99.json.gz',
      'pictures/a.json',
      'previews/a',
      'probes/a',
      'heartbeat',
    ];
    // A store's client reads the access keys when it is first used, so write with `everything` before the keys change.
    for (const key of keys) await everything.write(key, 'ours');
    Object.assign(process.env, previewKey);
    const live = await openStore(STORE, '/');
    for (const key of keys) {
      expect((await live.read(key))?.toString()).toBe('ours');
      await expect(live.remove(key)).rejects.toThrow(refusal(key));
      await expect(live.write(key, 'mine')).rejects.toThrow(refusal(key));
      await expect(live.create(key, 'mine')).rejects.toThrow(refusal(key));
      expect((await everything.read(key))?.toString()).toBe('ours');
    }
    const previews = await openStore(PREVIEWS, '/');
    await previews.write('pr-1/pages/a', 'mine');
    expect(await previews.create('pr-1/releases/1.json.gz', 'mine')).toBe(true);
    expect((await previews.read('pr-1/pages/a'))?.toString()).toBe('mine');
    for (const { key } of await previews.list('', { deep: true })) await previews.remove(key);
    expect(await previews.list('', { deep: true })).toEqual([]);
    Object.assign(process.env, s3.environment);
    for (const key of keys) await everything.remove(key);
  },
);
