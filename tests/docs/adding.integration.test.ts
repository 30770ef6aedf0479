import { expect, jest, test } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Superuser } from '@site/backend/openSuperuser';
import { signIn } from '@site/backend/testing/signIn';
import { startMailServer } from '@site/backend/testing/startMailServer';
import { until } from '@site/backend/testing/until';
import { readApps } from '@site/tools';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../browser/findChromium';
import { moveTo } from '../browser/moveTo';
import { readBlocks } from './testing/readBlocks';
import { runCommand, startCommand } from './testing/runCommand';
import { here, useCheckout } from './testing/useCheckout';

jest.setTimeout(600_000);

useCheckout();

test('docs/add-a-page.md makes a page that is built, tested, deployed and taken back', async () => {
  const blocks = await writeFiles('docs/add-a-page.md');
  const [route, paths] = blocks.filter(({ file, language }) => !file && language !== 'sh');
  await here.edit('studio-remote/src/routes.tsx', /^\];$/m, `${indent(route?.text ?? '')}];`);
  await here.edit('studio-remote/remote.config.ts', /^ {2}paths: .*\n/m, paths?.text ?? '');

  await here.follow('docs/add-a-page.md', {
    after: {
      'npm run deploy -- studio-remote': async () => {
        expect(await here.text('/process')).toContain('How we work</h1>');
        expect(await here.text('/sitemap.xml')).toContain('/process<');
      },
      'npm run deploy -- rollback studio-remote': async () =>
        expect((await here.page('/process')).status).toBe(404),
    },
  });
});

test('docs/add-a-remote.md makes a remote with data and a form, and takes all of it away', async () => {
  const others = readApps(here.path('.'));
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
    await writeFiles(REMOTE, (file) => file === MIGRATION);
    await here.restart(mailEnv);
    await writeFiles(REMOTE, (file) => file.startsWith('careers-remote/'));
    const operator = await signIn({ url: here.backendUrl, superuser: await superuser() });
    const careers = operator.collection('careers');
    const deploy = () => runCommand(`npm run deploy -- careers-remote --backend ${here.backendUrl}`, here);

    await here.follow('docs/add-a-remote.md', {
      values: { '<backend-url>': () => here.backendUrl },
      instead: {
        // Here the packages are links.
        'npm install': 'npm install --package-lock-only',
        // Playwright takes it for a test of Jest's.
        'npm run test:browser': 'env -u JEST_WORKER_ID npm run test:browser',
      },
      after: {
        'npm install': async () => {
          const written = await readFile(here.path('package-lock.json'), 'utf8');
          if (!written.includes('careers-remote')) return;
          // Until the remote goes: every app is built anew for another lock file.
          lockFileWithRemote = written;
          await writeFile(here.path('package-lock.json'), lockFile);
        },
        'npm run deploy -- preview careers-remote --backend <backend-url>': async (printed) => {
          expect(printed).toContain('The preview is at http://careers-remote-');
          expect((await here.page('/careers')).status).toBe(404);
        },
        'npm run deploy -- careers-remote --backend <backend-url>': async () => {
          expect(await here.text('/careers')).toContain('We have no open positions');
          const cook = { title: 'Cook', place: 'London', text: 'For our kitchen.', open: true };
          const { id } = await careers.create<{ id: string }>(cook);
          await untilShown('/careers', 'Cook');
          expect(await here.text(`/careers/${id}`)).toContain('For our kitchen.');
          await careers.update(id, { title: 'Head cook' });
          await untilShown(`/careers/${id}`, '<title>Head cook ');
          expect(await here.text('/sitemap.xml')).toContain(`/careers/${id}<`);
          await moveTo(tab, '/careers');
          await expectHeading(tab, 'Open positions');
          await apply(await openTab(browser), id);
          await operator.crons.run('mails');
          const [mail] = await until(
            'the mail has come',
            () => mailServer.mails.length > 0 && mailServer.mails,
          );
          expect(mail?.headers).toMatchObject({
            subject: 'Application of Ada: Head cook',
            'reply-to': 'ada@example.com',
          });
          const isMailed = () =>
            operator.collection('applications').getFullList({ filter: "mailed_at != ''" });
          await until('it is noted', async () => (await isMailed()).length === 1);
        },
      },
      before: {
        'npm run deploy -- rollback careers-remote': async () => {
          await here.edit(LIST, /Open positions/, 'Vacancies');
          await deploy();
          expect(await here.text('/careers')).toContain('Vacancies</h1>');
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
          // The last build has been taken back, so it takes another one.
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
    await writeFiles(REMOTE, (file) => file !== MIGRATION && file.startsWith('backend/'));
    await here.stop();
    // The backend alone: there is nothing of it on the site.
    const backend = startCommand('npm run backend -- --port 0', here);
    const [, url = ''] = await backend.says(/The backend is at (\S+),/);
    const left = await signIn({ url, superuser: await superuser() });
    const names = (await left.collections.getFullList()).map(({ name }) => name);
    const rows = JSON.stringify(await left.collection('forms').getFullList());
    await backend.stop();
    expect(names).toContain('projects');
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/careers|applications/)]));
    expect(rows).not.toContain('applications');
  } finally {
    await browser.close();
    await mailServer.stop();
  }
  expect(readApps(here.path('.'))).toEqual(others);
  expect(lockFileWithRemote).not.toBe('');
  expect(await readFile(here.path('package-lock.json'), 'utf8')).toBe(lockFile);
});

const REMOTE = 'docs/add-a-remote.md';
const LIST = 'careers-remote/src/pages/positions/PositionsPage.tsx';
const MIGRATION = 'backend/pb_migrations/1764100001_careers.js';

const superuser = async () =>
  JSON.parse(await readFile(here.path('.local/pocketbase/superuser.json'), 'utf8')) as Superuser;

const untilShown = (path: string, text: string) =>
  until(`${path} shows ${text}`, async () => (await here.text(path)).includes(text));

/** Finds a position by the list, within the document, and applies for it. */
async function apply(tab: Page, position: string): Promise<void> {
  await moveTo(tab, '/careers');
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

/** Makes the files whose texts a document has. @returns all its blocks */
async function writeFiles(name: string, isWanted: (file: string) => boolean = () => true) {
  const blocks = await readBlocks(here.path(name));
  for (const { file, text } of blocks) {
    if (!file || !isWanted(file)) continue;
    await mkdir(dirname(here.path(file)), { recursive: true });
    await writeFile(here.path(file), text);
  }
  return blocks;
}

/** A tab on the home page that knows which release is live, and remembers that it has not been loaded again. */
async function openTab(browser: Browser): Promise<Page> {
  const tab = await browser.newPage();
  const learned = tab.waitForResponse('**/release.json');
  await tab.goto(here.siteUrl);
  await learned;
  await tab.evaluate('window.sameDocument = true');
  return tab;
}

const expectHeading = (tab: Page, name: string) =>
  tab.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: 15_000 });

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
