import { freePort } from '@site/backend/testing/freePort';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { directoryStore, liveRelease, readRelease } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { rewriteBuild } from './testing/rewriteBuild';
import { startCheckout, type RunningCheckout } from './testing/startCheckout';

jest.setTimeout(600_000);

let here: RunningCheckout;
beforeAll(async () => {
  here = await startCheckout();
});
afterAll(() => here.stop());

test('docs/deploy-and-undo.md deploys, previews and takes back', async () => {
  let preview = '';
  const aboutSays = async (words: string) => {
    const [, heading] = /<h1[^>]*>([^<]*)/.exec(await (await here.page('/about')).text()) ?? [];
    expect(heading).toBe(words);
  };
  const previewed = async () => (await here.page('/about', { cookie: `release=${preview}` })).text();
  await here.follow('docs/deploy-and-undo.md', {
    values: {
      '<preview-id>': () => preview,
      '<release-id>': async () => (await live())?.id ?? '',
      '<version>': async () => (await live())?.apps['studio-remote'] ?? '',
      '<previewed-version>': async () => (await readRelease(store(), preview)).apps['studio-remote'] ?? '',
      '<backend-url>': () => here.backendUrl,
    },
    before: {
      'npm run deploy -- studio-remote --backend <backend-url> --dry-run': () =>
        here.edit('studio-remote/src/pages/about/Hero.tsx', /(?<=<h1[^>]*>)[^<]*/, 'Our second try.'),
      // Which builds what a pull request changes in tests/docs/pipeline.integration.test.ts.
      'npm run deploy -- preview studio-remote': () =>
        rewriteBuild(studioBuild(), 'Our second try.', 'Our third try.'),
    },
    after: {
      'npm run deploy -- studio-remote --backend <backend-url>': () => aboutSays('Our second try.'),
      'npm run deploy -- --artifact studio-remote/dist/production --backend <backend-url>': (printed) =>
        Promise.resolve(expect(printed).toMatch(/^studio-remote \w+ of .*\nNothing to deploy/m)),
      'npm run deploy -- releases --json': (printed) => {
        const [newest] = JSON.parse(printed.slice(printed.indexOf('['))) as { state: string }[];
        return Promise.resolve(expect(newest?.state).toBe('live'));
      },
      'npm run deploy -- preview studio-remote': async (printed) => {
        preview = /release=(\S+)/.exec(printed)?.[1] ?? '';
        await aboutSays('Our second try.');
        expect(await previewed()).toContain('Our third try.');
      },
      'npm run deploy -- studio-remote@<previewed-version> --backend <backend-url>': () =>
        aboutSays('Our third try.'),
      'npm run deploy -- preview --remove <preview-id>': async () =>
        expect(await store().list('previews/')).toEqual([]),
      'npm run deploy -- rollback studio-remote': () => aboutSays('Our second try.'),
    },
    goingOn: {
      'npm run deploy -- watch --backend <backend-url>': (watch) => watch.says(/Watching for changes/),
    },
  });
});

const testInBucket = NO_S3 ? test.skip : test;

testInBucket(`docs/grow.md deploys into a bucket and serves it${NO_S3 ? `: ${NO_S3}` : ''}`, async () => {
  const s3 = await startS3();
  const port = String(await freePort());
  try {
    await here.follow('docs/grow.md', {
      env: { ...s3.environment, PORT: port },
      goingOn: {
        'npm run deploy -- serve --to s3://site/production': async (serve) => {
          await serve.says(/The site is at/);
          expect(await (await fetch(`http://localhost:${port}/about`)).text()).toContain('<h1');
        },
      },
    });
  } finally {
    await s3.stop();
  }
});

const store = () => directoryStore(here.path('.local/store'));
const live = () => liveRelease(store());
const studioBuild = () => here.path('studio-remote/dist/production');
