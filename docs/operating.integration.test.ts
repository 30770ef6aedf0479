import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuperuser } from '@site/backend/openSuperuser';
import { pickPort } from '@site/backend/pickPort';
import { signIn } from '@site/backend/testing/signIn';
import { until } from '@site/backend/testing/until';
import { startCheckout, type RunningCheckout } from './testing/startCheckout';

jest.setTimeout(600_000);

let here: RunningCheckout;
beforeAll(async () => {
  here = await startCheckout();
});
afterAll(() => here.stop());

test('docs/edit-the-portfolio.md changes what the site shows', async () => {
  const portfolio = async () =>
    JSON.stringify(await (await here.page('/api/collections/projects/records')).json());
  await here.follow('docs/edit-the-portfolio.md', {
    after: {
      'npm run backend -- projects export portfolio/': async () => {
        const exported = join(here.path('portfolio'), 'projects.json');
        const { projects } = JSON.parse(await readFile(exported, 'utf8')) as { projects: object[] };
        projects.push({ title: 'New project', category: 'Web' });
        await writeFile(exported, JSON.stringify({ projects }));
      },
      'npm run backend -- projects import portfolio/': async () => {
        expect(await portfolio()).toContain('New project');
        await until('it is in the page', async () =>
          (await (await here.page('/projects')).text()).includes('New project'),
        );
      },
    },
  });
});

test('docs/handle-requests.md reads what visitors have sent', async () => {
  await sendMessage();
  await send('micora_delete_requests', { contact_email: 'ada@example.com', micora_email: 'ada@example.com' });
  let requests = '';
  await here.follow('docs/handle-requests.md', {
    values: { '<request-id>': () => /^(\w+) {2}due/m.exec(requests)?.[1] ?? '' },
    after: {
      'npm run backend -- deletions list': (printed) => Promise.resolve((requests = printed)),
      'npm run backend -- messages export messages.csv': async () =>
        expect(await readFile(here.path('messages.csv'), 'utf8')).toContain('A website, please.'),
    },
    goingOn: {
      'npm run backend -- watch': async (watch) => {
        // It says nothing before there is something to say.
        const repeat = setInterval(() => void sendMessage().catch(() => undefined), 4000);
        await watch.says(/message from Ada/).finally(() => clearInterval(repeat));
      },
    },
  });
});

test('docs/operate.md runs the site as services, and keeps and restores its data', async () => {
  const PORT = String(await pickPort(0));
  await here.follow('docs/operate.md', {
    env: { PORT },
    // docs/production.integration.test.ts follows it.
    elsewhere: 'On an empty machine',
    instead: {
      'http://127.0.0.1:8090': here.backendUrl,
      // A backend of its own: the one of this site runs already.
      'npm run backend -- serve --port 8090':
        'mkdir -p .local/second && ln -sfn ../cache .local/second/cache && DATA_DIR=.local/second npm run backend -- serve --port 0',
    },
    goingOn: {
      'npm run deploy -- serve --backend http://127.0.0.1:8090 --trusted-proxy 127.0.0.1': async (site) => {
        await site.says(/The site is at/);
        const answers = ['/about', '/api/health'].map((path) => fetch(`http://127.0.0.1:${PORT}${path}`));
        for (const answer of answers) expect((await answer).status).toBe(200);
      },
      'npm run backend -- serve --port 8090': async (backend) => {
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
    values: {
      '<backup>': async () => {
        const [newest = ''] = (await readdir(here.path('.local/pocketbase/backups'))).filter((name) =>
          name.endsWith('.zip'),
        );
        return newest;
      },
    },
    after: {
      'npm run backend -- backup restore <backup> --into restored': async () =>
        expect(await readdir(here.path('restored'))).toContain('data.db'),
      'npm run backend -- health': (printed) =>
        Promise.resolve(expect(printed).toMatch(/Pages up to date: 20[^,]*$/m)),
    },
  });
});

test('npm start believes the proxy that it is told of', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
  expect((await here.page('/', headers)).headers.has('strict-transport-security')).toBe(true);
});

async function send(collection: string, record: Record<string, string>): Promise<void> {
  const answer = await fetch(`${here.siteUrl}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });
  expect(answer.status).toBe(200);
}

const sendMessage = () =>
  send('form_submits', {
    full_name: 'Ada',
    email_address: 'ada@example.com',
    project_details: 'A website, please.',
  });
