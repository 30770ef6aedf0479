import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, readApps, readReleases } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { addPreviewKey } from './testing/addPreviewKey';
import { copyCheckout, type CheckoutCopy } from './testing/copyCheckout';
import { rewriteBuild } from './testing/rewriteBuild';
import {
  fillIn,
  holds,
  pullRequest,
  push,
  readWorkflow,
  type Contexts,
  type Step,
} from './testing/readWorkflow';
import { runCommand } from './testing/runCommand';
import { runScript, type Comment } from './testing/runScript';

// Follows one change from a pull request to its rollback, by the steps of the workflow.

jest.setTimeout(600_000);

const STORE = 's3://site/production';
const PAGE = 'studio-remote/src/pages/about/Hero.tsx';

let checkout: CheckoutCopy;
let s3: Awaited<ReturnType<typeof startS3>>;
let temporary: string;
let workflow: Awaited<ReturnType<typeof readWorkflow>>;
let vars: Record<string, string>;
/** Of the repository, and of its environment `production`. */
let secrets: Record<'all' | 'production', Record<string, string>>;
let previewKey: Record<string, string>;
const comments: Comment[] = [];

const testInBucket = NO_S3 ? test.skip : test;

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
  previewKey = await addPreviewKey(s3);
  const all = {
    PREVIEW_AWS_ACCESS_KEY_ID: previewKey.AWS_ACCESS_KEY_ID ?? '',
    PREVIEW_AWS_SECRET_ACCESS_KEY: previewKey.AWS_SECRET_ACCESS_KEY ?? '',
  };
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

const git = async (command: string) =>
  (
    await runCommand(`git -c user.name=Ada -c user.email=ada@example.com ${command}`, {
      directory: checkout.directory,
    })
  ).trim();

async function commit(subject: string): Promise<string> {
  await git('add .');
  await git(`commit --quiet --message "${subject}"`);
  return git('rev-parse HEAD');
}

/**
 * Runs the steps of a job as GitHub would for an event.
 *
 * @returns what it leaves behind
 * @throws what the first step that failed has thrown, after those that run all the same
 */
async function runJob(name: string, contexts: Contexts) {
  const job = workflow.jobs[name];
  if (!job || !holds(job.if, contexts)) throw new Error(`${name} does not run for this event.`);
  await startAfresh();
  const summary = join(temporary, `summary-${name}.md`);
  await writeFile(summary, '');
  let failure: Error | undefined;
  for (const step of job.steps) {
    const known = {
      ...{ runner: { temp: join(temporary, 'runner') }, vars, inputs: {}, ...contexts },
      secrets: job.environment === 'production' ? secrets.production : secrets.all,
    };
    const isDue = !failure || step.if?.includes('cancelled()');
    if (!isDue || !holds(step.if, known)) continue;
    const env: Record<string, string> = { GITHUB_STEP_SUMMARY: summary };
    for (const key of Object.keys(s3.environment)) env[key] = '';
    for (const [key, value] of Object.entries({ ...workflow.env, ...job.env, ...step.env })) {
      env[key] = fillIn(String(value), known);
    }
    try {
      // The packages are there.
      if (step.run && !step.run.startsWith('npm ci '))
        await runCommand(step.run, { directory: checkout.directory, env });
      if (step.uses?.includes('-artifact@')) await passOn(step, known);
      if (step.with?.script && name === 'preview') await runScript(step.with.script, env, comments);
    } catch (error) {
      failure ??= error as Error;
    }
  }
  if (failure) throw failure;
  return { summary: await readFile(summary, 'utf8') };
}

/** Each job has a machine of its own, with nothing on it. */
async function startAfresh(): Promise<void> {
  await rm(join(temporary, 'runner'), { recursive: true, force: true });
  await mkdir(join(temporary, 'runner'));
  for (const app of readApps(checkout.directory)) {
    await rm(join(checkout.directory, app, 'dist'), { recursive: true, force: true });
  }
}

/** What actions/upload-artifact and actions/download-artifact do with the builds, from job to job. */
async function passOn({ uses = '', with: { name = '', path = '' } = {} }: Step, contexts: Contexts) {
  const artifact = join(temporary, 'artifacts', name);
  if (uses.startsWith('actions/download-artifact@')) {
    await cp(artifact, fillIn(path, contexts), { recursive: true });
    return;
  }
  await rm(artifact, { recursive: true, force: true });
  for (const app of readApps(checkout.directory)) {
    const folder = path.replace('*', app);
    const from = join(checkout.directory, folder);
    if (existsSync(from)) await cp(from, join(artifact, folder), { recursive: true });
  }
}

/** The builds that jobs pass on, or a copy of them. */
const builds = (copy = '') => join(temporary, 'artifacts', `builds${copy}`);

const listReleases = async () => readReleases(await openStore(STORE, checkout.directory));

testInBucket(
  `a change goes from its pull request to the bucket and back${NO_S3 ? `: ${NO_S3}` : ''}`,
  async () => {
    const main = await git('rev-parse HEAD');
    const first = push('0'.repeat(40));
    await runJob('build', first);
    await runJob('deploy', first);
    await cp(builds(), builds('first'), { recursive: true });
    const [begun] = await listReleases();
    expect(begun).toMatchObject({ state: 'live', who: 'grace' });
    expect(begun?.builds?.['studio-remote']).toMatchObject({ commit: main, clean: true });

    // The pull request.
    await git('checkout --quiet -b say-it-better');
    const source = await readFile(join(checkout.directory, PAGE), 'utf8');
    await writeFile(
      join(checkout.directory, PAGE),
      source.replace(/(<h1[^>]*>)[^<]*/, '$1Said through a pipeline.'),
    );
    const change = await commit('Say it better');
    const opened = pullRequest('opened', main, change);
    await runJob('build', opened);
    await runJob('preview', opened);
    const [earlier] = (await listReleases()).filter(({ state }) => state === 'preview');
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain(`https://www.example.com/?release=${earlier?.release}\n`);
    expect(comments[0]?.body).toMatch(
      /\| studio-remote \| \w+, was \w+ \| \w+ \| [\d.]+ KB \| [+-][\d.]+ KB \|/,
    );
    expect(comments[0]?.body).toMatch(/^ {4}\+ \w+ Say it better$/m);
    expect(comments[0]?.body).toMatch(/^\*\*Check\*\*: npm run smoke has passed\.$/m);
    expect((await listReleases())[0]).toEqual(begun);

    // It is pushed to again: another preview takes the place of the first, and the comment follows. What fails in a
    // browser fails the job; the comment tells that, and where to look at it.
    const studio = join(builds(), 'studio-remote/dist/production');
    await rewriteBuild(studio, '/collections/', '/collection/');
    await expect(runJob('preview', opened)).rejects.toThrow('The check ended with 1');
    const previews = (await listReleases()).filter(({ state }) => state === 'preview');
    expect(previews).toHaveLength(1);
    expect(previews[0]).toMatchObject({ name: 'pr-12' });
    expect(previews[0]?.release).not.toBe(earlier?.release);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toMatch(/^\*\*Check\*\*: The check ended with 1, .*: npm run smoke\./m);
    expect(comments[0]?.body).toContain(`?release=${previews[0]?.release}\n`);
    // Nor does it go live.
    await expect(runJob('deploy', push(main))).rejects.toThrow('The check ended with 1');
    expect((await listReleases())[0]).toEqual(begun);
    await rewriteBuild(studio, '/collection/', '/collections/');

    // It is merged, and so closed.
    await git('checkout --quiet main');
    await git('merge --quiet --ff-only say-it-better');
    await runJob('remove-preview', pullRequest('closed', main, change));
    expect(await listReleases()).toEqual([begun]);
    // What is built is the same.
    const merged = push(main);
    const deployed = await runJob('deploy', merged);
    expect(deployed.summary).toMatch(/\*\*Release\*\*: https:\/\/www\.example\.com\n/);
    expect(deployed.summary).toMatch(/^ {4}\+ \w+ Say it better$/m);
    const [live] = await listReleases();
    expect(live).toMatchObject({ state: 'live', who: 'grace', what: 'deploy studio-remote' });
    expect(live?.apps?.['micora-remote']).toBe(begun?.apps?.['micora-remote']);
    expect(live?.builds?.['studio-remote']).toMatchObject({ commit: change, clean: true });

    // The pipeline of before is started again: nothing becomes older than it is.
    await cp(builds(), builds('second'), { recursive: true });
    await rm(builds(), { recursive: true });
    await cp(builds('first'), builds(), { recursive: true });
    await runJob('deploy', first);
    expect((await listReleases())[0]).toEqual(live);
    await rm(builds(), { recursive: true });
    await cp(builds('second'), builds(), { recursive: true });

    // It was wrong.
    const button = { github: { event_name: 'workflow_dispatch', ref: 'refs/heads/main', actor: 'ada' } };
    const undone = await runJob('rollback', { ...button, inputs: { app: 'studio-remote', version: '' } });
    expect(undone.summary).toMatch(/^ {4}- \w+ Say it better$/m);
    const [back] = await listReleases();
    expect(back).toMatchObject({ state: 'live', who: 'ada', apps: begun?.apps });

    // With the key of previews nobody brings it back.
    const version = live?.apps?.['studio-remote'];
    const again = `npm run deploy -- studio-remote@${version} --to ${STORE}`;
    await expect(runCommand(again, { directory: checkout.directory, env: previewKey })).rejects.toThrow(
      /refuses access to production\/releases\/.* \(AccessDenied\)/,
    );
    expect((await listReleases())[0]).toEqual(back);

    // Nor does a merge that builds it again: it is left out.
    await runJob('deploy', merged);
    expect((await listReleases())[0]).toEqual(back);
  },
);
