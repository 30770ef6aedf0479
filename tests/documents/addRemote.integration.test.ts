import { expect, jest } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import type { Superuser } from '@site/backend/openSuperuser';
import { signIn } from '@site/backend/signIn';
import { startMailServer } from '@site/backend/testing/startMailServer';
import { until } from '@site/backend/testing/until';
import { appFolders } from '@site/platform';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../browser/findChromium';
import { navigateTo } from '../browser/navigateTo';
import { expectHeading } from './testing/expectHeading';
import { runCommand, startCommand } from './testing/runCommand';
import { testGuide } from './testing/testGuide';
import { here, useCheckout } from './testing/useCheckout';
import { writeFiles } from './testing/writeFiles';

jest.setTimeout(600_000);

useCheckout();

const test = testGuide('add-a-remote');

test('the steps of docs/add-a-remote.md add a remote with data and a form, and later remove it', async () => {
  const others = appFolders(here.path('.'));
  const lockFile = await readFile(here.path('package-lock.json'), 'utf8');
  let lockFileWithRemote = '';
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const mailServer = await startMailServer();
  const mailEnv = {
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailServer.port) },
    ...{ OPERATOR_EMAIL: 'operator@example.com', MAIL_FROM: 'site@example.com' },
  };
  try {
    const tab = await openTab(browser);
    let operator!: Awaited<ReturnType<typeof signIn>>;
    const careers = () => operator.collection('careers');
    const deploy = () => runCommand(`npm run deploy -- careers-remote --backend ${here.backendUrl}`, here);

    await here.follow('docs/add-a-remote.md', {
      values: { '<backend-url>': () => here.backendUrl },
      instead: {
        // npm must not install anything, because this copy's packages are only links to the original checkout's packages.
        'npm install': 'npm install --package-lock-only',
        // Unset JEST_WORKER_ID, because Playwright would otherwise assume that Jest is running the browser tests.
        'npm run test:browser': 'env -u JEST_WORKER_ID npm run test:browser',
      },
      after: {
        [COPY_MIGRATION]: async () => {
          await writeFile(here.path(TEAMS_MIGRATION), TEAMS);
          await here.restart(mailEnv);
          operator = await signIn({ url: here.backendUrl, superuser: await superuser() });
        },
        'npm install': async () => {
          const written = await readFile(here.path('package-lock.json'), 'utf8');
          if (!written.includes('careers-remote')) return;
          // A changed lock file would cause every app to be rebuilt, so use the old file until the remote is removed.
          lockFileWithRemote = written;
          await writeFile(here.path('package-lock.json'), lockFile);
        },
        'npm run deploy -- preview careers-remote --backend <backend-url>': async (printed) => {
          expect(printed).toContain('The preview is at http://careers-remote-');
          expect((await here.page('/careers')).status).toBe(404);
        },
        'npm run deploy -- careers-remote --backend <backend-url>': async () => {
          expect(await here.text('/careers')).toContain('We have no open positions');
          const text = '<p onclick="alert(1)">For our <strong>kitchen</strong>.</p><script>alert(1)</script>';
          const photo = new File([await readFile(here.path(PHOTO))], 'kitchen.jpg');
          const cook = { title: 'Cook', place: 'London', text, photo, open: true };
          const { id } = await careers().create<{ id: string }>(cook);
          await untilShown('/careers', 'Cook');
          const page = await here.text(`/careers/${id}`);
          expect(page).toContain('<p>For our <strong>kitchen</strong>.</p></div>');
          const [copy = ''] = /\/assets\/pictures\/\w+\/careers\/[^ ]+\/480\.avif/.exec(page) ?? [];
          const readType = async () => (await here.page(copy)).headers.get('content-type');
          await until('the copy is made', async () => (await readType()) === 'image/avif', 60_000);
          await careers().update(id, { title: 'Head cook' });
          await untilShown(`/careers/${id}`, '<title>Head cook ');
          expect(await here.text('/sitemap.xml')).toContain(`/careers/${id}<`);
          expect(await here.text('/careers/feed.rss')).toContain('<title>Head cook</title>');
          const moved = await fetch(`${here.siteUrl}/careers/jobs`, { redirect: 'manual' });
          expect([moved.status, moved.headers.get('location')]).toEqual([308, '/careers']);
          await navigateTo(tab, '/careers');
          await expectHeading(tab, 'Open positions');
          await apply(await openTab(browser), id);
          await operator.crons.run('mails');
          const [mail] = await until(
            'the email has come',
            () => mailServer.mails.length > 0 && mailServer.mails,
          );
          expect(mail?.headers).toMatchObject({
            subject: 'Application of Ada: Head cook',
            'reply-to': 'ada@example.com',
          });
          const isMailed = () =>
            operator.collection('applications').getFullList({ filter: "mailed_at != ''" });
          await until('the application is marked as mailed', async () => (await isMailed()).length === 1);
        },
      },
      before: {
        'npm run deploy -- rollback careers-remote': async () => {
          await here.edit(LIST, /Open positions/, 'Vacancies');
          await readPagesWithTeams();
          await deploy();
          expect(await here.text('/careers')).toContain('Vacancies</h1>');
          const { id: team } = await operator.collection('teams').create({ name: 'Kitchen team' });
          for (const title of ['Waiter', 'Baker', 'Porter', 'Cellarer'])
            await careers().create({ title, place: 'Leeds', text: `As ${title}.`, open: true, team });
          await untilShown('/careers', 'Cellarer');
          await expectTeams(await openTab(browser));
        },
        'npm run deploy -- --without careers-remote': async () => {
          expect(await here.text('/careers')).toContain('Open positions</h1>');
          await operator.collections.update('careers', { name: 'gone' });
          const [project] = await operator.collection('projects').getFullList();
          await operator.collection('projects').update(project?.id ?? '', { title: 'Edited meanwhile' });
          await untilShown('/projects', 'Edited meanwhile');
          expect(await here.text('/careers')).toContain('Head cook');
          expect(await (await here.page('/health')).json()).toMatchObject({ pages: false });
        },
        'rm -r careers-remote': async () => {
          expect((await here.page('/careers')).status).toBe(404);
          // Edit the remote to get a new build, because a deployment would skip the build that was rolled back.
          await here.edit(LIST, /Vacancies/, 'Jobs');
          await expect(deploy()).rejects.toThrow(
            'There is no collection `careers`: run its migration first.',
          );
          expect((await here.page('/careers')).status).toBe(404);
          await operator.collections.update('gone', { name: 'careers' });
          await operator.collections.truncate('applications');
          await writeFile(here.path('package-lock.json'), lockFileWithRemote);
        },
      },
    });
    await writeFiles('docs/add-a-remote.md');
    await here.edit(REMOVAL, /\}\);\s*$/, `  app.delete(app.findCollectionByNameOrId('teams'));\n});\n`);
    await here.stop();
    // Start only the backend, to check that the remote has left nothing in it.
    const backend = startCommand('npm run backend -- --port 0', here);
    const [, url = ''] = await backend.waitForOutput(/The backend is at (\S+),/);
    const client = await signIn({ url, superuser: await superuser() });
    const names = (await client.collections.getFullList()).map(({ name }) => name);
    const rows = JSON.stringify(await client.collection('forms').getFullList());
    await backend.stop();
    expect(names).toContain('projects');
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/careers|applications|teams/)]));
    expect(rows).not.toContain('applications');
  } finally {
    await browser.close();
    await mailServer.stop();
  }
  expect(appFolders(here.path('.'))).toEqual(others);
  expect(lockFileWithRemote).not.toBe('');
  expect(await readFile(here.path('package-lock.json'), 'utf8')).toBe(lockFile);
});

const PHOTO = 'backend/seed/pictures/kitebridge-cover.jpg';
const LIST = 'careers-remote/src/pages/positions/PositionsPage.tsx';
const COPY_MIGRATION = 'cp docs/template-remote/migration.js backend/pb_migrations/1764100001_careers.js';
const TEAMS_MIGRATION = 'backend/pb_migrations/1764100001_careers_teams.js';
const REMOVAL = 'backend/pb_migrations/1764100002_no_careers.js';

const TEAMS = `migrate((app) => {
  const teams = new Collection({
    ...{ name: 'teams', type: 'base', listRule: '', viewRule: '' },
    fields: [{ type: 'text', name: 'name' }],
  });
  app.save(teams);
  const careers = app.findCollectionByNameOrId('careers');
  careers.fields.add(new RelationField({ name: 'team', collectionId: teams.id, maxSelect: 1 }));
  app.save(careers);
});
`;

/**
 * Changes how the remote reads its list of job positions: in pages of two, and each position together with its team. Edits
 * only files in the remote's folder.
 */
async function readPagesWithTeams(): Promise<void> {
  const api = 'careers-remote/src/api';
  await here.edit(`${api}/listPositions.ts`, /PAGE_SIZE = 100/, 'PAGE_SIZE = 2');
  await here.edit(`${api}/listPositions.ts`, /sort: '-created' \}/, "sort: '-created', expand: 'team' }");
  await here.edit(
    `${api}/readPosition.ts`,
    /place: text\('place'\)/,
    "place: [text('place'), Object(Object(fields.expand).team).name].join(' ')",
  );
  // Find the position in the list, because a request for a single record would fail. The site cannot answer such a request
  // from a list that was read with `expand`.
  await writeFile(
    here.path(`${api}/getPosition.ts`),
    `import { listPositions } from './listPositions';
    import type { Position } from './readPosition';

    export async function getPosition(id: string): Promise<Position> {
      const found = (await listPositions()).find((position) => position.id === id);
      if (!found) throw new Error('There is no such position.');
      return found;
    }
    `,
  );
}

async function expectTeams(tab: Page): Promise<void> {
  const reads: string[] = [];
  tab.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.startsWith('/api/')) reads.push(`${response.status()} ${search.replace(/&.*/, '')}`);
  });
  await navigateTo(tab, '/careers');
  await tab.getByText('Leeds Kitchen team').nth(3).waitFor({ timeout: 15_000 });
  expect(reads).toEqual(['200 ?page=1', '200 ?page=2', '200 ?page=3']);
  await tab.getByRole('link', { name: 'Waiter' }).click();
  await expectHeading(tab, 'Waiter');
  await tab.getByText('Leeds Kitchen team').waitFor({ timeout: 15_000 });
  expect(await tab.evaluate('window.sameDocument')).toBe(true);
}

const superuser = async () =>
  JSON.parse(await readFile(here.path('.local/pocketbase/superuser.json'), 'utf8')) as Superuser;

const untilShown = (path: string, text: string) =>
  until(`${path} shows ${text}`, async () => (await here.text(path)).includes(text));

async function apply(tab: Page, position: string): Promise<void> {
  await navigateTo(tab, '/careers');
  await tab.getByRole('link', { name: 'Head cook' }).click();
  await expectHeading(tab, 'Head cook');
  expect(tab.url()).toBe(`${here.siteUrl}/careers/${position}`);
  expect(await tab.evaluate('window.sameDocument')).toBe(true);
  await tab.getByLabel('Your name').fill('Ada');
  await tab.getByLabel('Your email address').fill('ada@example.com');
  await tab.getByLabel('About you').fill('I cook.');
  await tab.getByRole('button', { name: 'Send application' }).click();
  await tab.getByText('Thank you for your application.').waitFor({ timeout: 15_000 });
}

/**
 * Opens the home page and waits until the tab has received `/release.json`, which names the live release. Sets
 * `window.sameDocument`, which disappears if the document is reloaded.
 */
async function openTab(browser: Browser): Promise<Page> {
  const tab = await browser.newPage();
  const releaseRead = tab.waitForResponse('**/release.json');
  await tab.goto(here.siteUrl);
  await releaseRead;
  await tab.evaluate('window.sameDocument = true');
  return tab;
}
