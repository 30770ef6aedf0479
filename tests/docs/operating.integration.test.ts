import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openSuperuser } from '@site/backend/openSuperuser';
import { freePort } from '@site/backend/testing/freePort';
import { signIn } from '@site/backend/testing/signIn';
import { until } from '@site/backend/testing/until';
import { startCheckout, type RunningCheckout } from './testing/startCheckout';

jest.setTimeout(600_000);

let here: RunningCheckout;
beforeAll(async () => {
  here = await startCheckout();
});
afterAll(() => here.stop());

test('docs/operate.md runs the site as services, and it says of itself that all is well', async () => {
  const PORT = String(await freePort());
  await here.follow('docs/operate.md', {
    env: { PORT },
    // tests/docs/production.integration.test.ts follows it.
    elsewhere: 'On an empty machine',
    instead: {
      'http://127.0.0.1:8090': here.backendUrl,
      'http://127.0.0.1:3001': here.siteUrl,
      // A backend of its own: the one of this site runs already.
      'npm run backend -- --port 8090':
        'mkdir -p .local/second && ln -sfn ../cache .local/second/cache && DATA_DIR=.local/second npm run backend -- --port 0',
    },
    goingOn: {
      'npm run deploy -- serve --backend http://127.0.0.1:8090 --trusted-proxy 127.0.0.1': async (site) => {
        await site.says(/The site is at/);
        const answers = ['/about', '/api/health'].map((path) => fetch(`http://127.0.0.1:${PORT}${path}`));
        for (const answer of answers) expect((await answer).status).toBe(200);
      },
      'npm run backend -- --port 8090': async (backend) => {
        const [, url] = await backend.says(/The backend is at (\S+),/);
        expect((await fetch(`${url}/api/health`)).status).toBe(200);
      },
      'npm run deploy -- watch --backend http://127.0.0.1:8090': async (watch) => {
        await watch.says(/Watching for changes/);
        const superuser = await openSuperuser(here.path('.local/pocketbase'));
        const operator = await signIn({ url: here.backendUrl, superuser });
        await operator.collection('projects').create({ title: 'Seen at once' });
        await until('it is live', async () =>
          (await (await here.page('/projects')).text()).includes('Seen at once'),
        );
      },
    },
    after: {
      'curl http://127.0.0.1:3001/health': (printed) => {
        const { release, ...parts } = JSON.parse(/{.*}/.exec(printed)?.[0] ?? '') as Record<string, unknown>;
        expect(release).toMatch(/^\d{8}T/);
        expect(parts).toMatchObject({
          watch: true,
          backend: true,
          mails: true,
          backups: true,
          deletions: true,
        });
        return Promise.resolve();
      },
    },
  });
});

test('npm start believes the proxy that it is told of', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
  expect((await here.page('/', headers)).headers.has('strict-transport-security')).toBe(true);
});
