import { expect, jest } from '@jest/globals';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuperuser } from '@site/backend/openSuperuser';
import { freePort } from '@site/backend/testing/freePort';
import { signIn } from '@site/backend/signIn';
import { until } from '@site/backend/testing/until';
import { directoryStore, liveRelease, listReleases } from '@site/platform';
import { NO_S3, startS3 } from '@site/platform/testing/startS3';
import { rewriteBuild } from './testing/rewriteBuild';
import { runCommand } from './testing/runCommand';
import { testGuide } from './testing/testGuide';
import { here, useCheckout } from './testing/useCheckout';

jest.setTimeout(600_000);

useCheckout();

const test = testGuide('operate');

test('the steps of docs/operate.md run the site as services, and /health reports no problem', async () => {
  const PORT = String(await freePort());
  await here.follow('docs/operate.md', {
    env: { PORT },
    // Skip this section, because its commands are run by `tests/documents/production.integration.test.ts`.
    elsewhere: 'On an empty machine',
    instead: {
      'http://127.0.0.1:8090': here.backendUrl,
      'http://127.0.0.1:3001': here.siteUrl,
      // The site's backend is already running, so this command starts a second backend.
      'npm run backend -- --port 8090':
        'mkdir -p .local/second && ln -sfn ../cache .local/second/cache && DATA_DIR=.local/second npm run backend -- --port 0',
    },
    whileRunning: {
      'npm run deploy -- serve --backend http://127.0.0.1:8090 --trusted-proxy 127.0.0.1': async (site) => {
        await site.waitForOutput(/The site is at/);
        for (const path of ['/about', '/projects'])
          expect((await fetch(`http://127.0.0.1:${PORT}${path}`)).status).toBe(200);
      },
      'npm run deploy -- serve --previews --backend http://127.0.0.1:8090 --trusted-proxy 127.0.0.1': (
        previews,
      ) => previews.waitForOutput(/Previews are at the subdomains of /),
      'npm run backend -- --port 8090': async (backend) => {
        const [, url] = await backend.waitForOutput(/The backend is at (\S+),/);
        expect((await fetch(`${url}/api/health`)).status).toBe(200);
      },
      'npm run deploy -- watch --backend http://127.0.0.1:8090': async (watch) => {
        await watch.waitForOutput(/Watching for changes/);
        const superuser = await openSuperuser(here.path('.local/pocketbase'));
        const operator = await signIn({ url: here.backendUrl, superuser });
        await operator.collection('projects').create({ title: 'Seen at once' });
        await until('the project is live', async () =>
          (await here.text('/projects')).includes('Seen at once'),
        );
      },
    },
    after: {
      'curl http://127.0.0.1:3001/health': (printed) =>
        expect(JSON.parse(/{.*}/.exec(printed)?.[0] ?? '')).toMatchObject({
          release: expect.stringMatching(/^\d{8}T/) as unknown,
          files: true,
          watch: true,
          backend: true,
          mails: true,
          forms: true,
          backups: true,
          deadlines: true,
          drafts: true,
        }),
    },
  });
  // The test's site runs with `--trusted-proxy`, so it accepts forwarding headers.
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
  expect((await here.page('/', headers)).headers.has('strict-transport-security')).toBe(true);
});

test('npm start shows a draft at the address in its record and in the list of releases', async () => {
  const superuser = await openSuperuser(here.path('.local/pocketbase'));
  const projects = (await signIn({ url: here.backendUrl, superuser })).collection('projects');
  const { id } = await projects.create({ title: 'Shown early', draft: true });
  const { preview } = await projects.getOne<{ preview: string }>(id);
  const options = { directory: here.directory, env: { PORT: new URL(here.siteUrl).port } };
  // Use curl, because on some machines Node cannot resolve subdomains of `localhost`.
  const shown = () => runCommand(`curl -s ${preview}/projects/${id}`, options);
  await until('the draft is shown', async () => (await shown()).includes('Shown early'));
  expect(await runCommand('npm run deploy -- releases', options)).toContain(`${preview} `);
  expect(await here.text('/projects')).not.toContain('Shown early');
});

test('the commands of docs/deploy-and-undo.md deploy, preview and roll back', async () => {
  const store = directoryStore(here.path('.local/store'));
  const previews = directoryStore(here.path('.local/store-previews'));
  const expectHeading = async (words: string) =>
    expect(await here.text('/about')).toMatch(new RegExp(`<h1[^>]*>${words}`));
  const versionIn = async (id: string) =>
    (await listReleases(store)).find(({ release }) => release === id)?.apps?.['studio-remote'] ?? '';
  const live = async () => (await liveRelease(store))?.id ?? '';
  // The about page's heading after the document's first deployment, and after its second deployment.
  const deployedHeadings = ['Our second try.', 'Our third try.'];
  await here.follow('docs/deploy-and-undo.md', {
    env: { PORT: new URL(here.siteUrl).port },
    values: {
      '<number>': async () => String((await listReleases(store))[0]?.number),
      '<version>': async () => versionIn(await live()),
      '<backend-url>': () => here.backendUrl,
    },
    before: {
      // The document contains this command twice. The first time, the command deploys the edit below. The second time, it
      // deploys the change that was previewed.
      'npm run deploy -- studio-remote --backend <backend-url>': async () => {
        if (deployedHeadings.length === 2)
          await here.edit(
            'studio-remote/src/pages/about/AboutPage.tsx',
            /(?<=<h1[^>]*>)[^<]*/,
            'Our second try.',
          );
      },
      // Make the files older, because prune removes nothing that is younger than an hour.
      'npm run deploy -- prune --now --dry-run': () => ageStore(here.path('.local/store'), 2 * 3_600_000),
      // Change the finished build, because that is faster than building changed sources. A preview of changed sources is
      // tested by `tests/documents/pipeline.integration.test.ts`.
      'npm run deploy -- preview studio-remote': () =>
        rewriteBuild(here.path('studio-remote/dist/production'), 'Our second try.', 'Our third try.'),
    },
    after: {
      'npm run deploy -- studio-remote --backend <backend-url>': () =>
        expectHeading(deployedHeadings.shift() ?? ''),
      'npm run deploy -- --build studio-remote/dist/production --backend <backend-url>': (printed) =>
        expect(printed).toMatch(/^studio-remote \w+ of .*\nNothing to deploy/m),
      'npm run --silent deploy -- releases --json': (printed) =>
        expect(JSON.parse(printed)).toMatchObject({ 0: { state: 'live' } }),
      'npm run deploy -- preview studio-remote': async (printed) => {
        const [, address] = /^The preview is at (\S+)$/m.exec(printed) ?? [];
        await expectHeading('Our second try.');
        // Use curl, because on some machines Node cannot resolve subdomains of `localhost`.
        const shown = await runCommand(`curl -sf ${address}/about`, { directory: here.directory });
        expect(shown).toMatch(/<h1[^>]*>Our third try\./);
      },
      'npm run deploy -- preview --remove studio-remote': async () =>
        expect(await previews.list('')).toEqual([]),
      'npm run deploy -- rollback studio-remote': () => expectHeading('Our second try.'),
    },
    whileRunning: {
      'npm run deploy -- watch --backend <backend-url>': (watch) =>
        watch.waitForOutput(/Watching for changes/),
    },
  });
});

/**
 * Makes every file in a store except the heartbeat older by `by` milliseconds. `prune` measures ages relative to the newest
 * file, so the heartbeat must keep its time.
 */
async function ageStore(directory: string, by: number): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile() && one.name !== 'heartbeat')) {
    const path = join(entry.parentPath, entry.name);
    const written = new Date((await stat(path)).mtimeMs - by);
    await utimes(path, written, written);
  }
}

const testInBucket = testGuide('operate', !NO_S3);

testInBucket(`docs/grow.md deploys into a bucket and serves it${NO_S3 ? `: ${NO_S3}` : ''}`, async () => {
  const s3 = await startS3();
  const PORT = String(await freePort());
  const following = here.follow('docs/grow.md', {
    env: { ...s3.environment, PORT },
    whileRunning: {
      'npm run deploy -- serve --to s3://site/production': async (serve) => {
        await serve.waitForOutput(/The site is at/);
        const page = await fetch(`http://localhost:${PORT}/about`);
        expect(await page.text()).toContain('<h1');
      },
    },
  });
  await following.finally(() => s3.stop());
});
