import { expect, jest, test } from '@jest/globals';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { appFolders, openStore, readReleases } from '@site/tools';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../browser/findChromium';
import { hydrated } from '../browser/hydrated';
import { moveTo } from '../browser/moveTo';
import { ownLockFile } from './testing/ownLockFile';
import { readBlocks } from './testing/readBlocks';
import { runCommand, type RunningCommand } from './testing/runCommand';
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

test('docs/add-a-remote.md makes a remote, which open tabs reach, and takes it away again', async () => {
  const others = appFolders(here.path('.'));
  const lockFile = await readFile(here.path('package-lock.json'), 'utf8');
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const tab = await openTab(browser);
    await writeFiles('docs/add-a-remote.md');
    await here.follow('docs/add-a-remote.md', {
      // Here the packages are links.
      instead: { 'npm install': 'npm install --package-lock-only' },
      after: {
        'npm run deploy -- events-remote': async () => {
          expect(await here.text('/sitemap.xml')).toContain('/events<');
          const later = await openTab(browser);
          await moveTo(later, '/events');
          await expectHeading(later, 'Events');
          expect(await later.evaluate('window.sameDocument')).toBe(true);
          await moveTo(tab, '/events');
          await expectHeading(tab, 'Events');
        },
        'npm run deploy -- --without events-remote': async () =>
          expect((await here.page('/events')).status).toBe(404),
      },
    });
  } finally {
    await browser.close();
  }
  expect(appFolders(here.path('.'))).toEqual(others);
  expect(await readFile(here.path('package-lock.json'), 'utf8')).toBe(lockFile);
});

test('docs/a-repository-of-its-own.md moves MiCora out, where it is built, developed, deployed and taken back', async () => {
  const own = await mkdtemp(join(tmpdir(), 'own-repository-'));
  const packages = join(own, 'packages');
  const hero = join(own, 'src/pages/landing/Hero.tsx');
  const claim = (text: string) => here.text('/micora').then((html) => html.includes(text));
  const store = here.path('.local/store');
  await mkdir(packages);
  try {
    for (const name of ['src', 'public', 'remote.config.ts'])
      await cp(here.path(`micora-remote/${name}`), join(own, name), { recursive: true });
    await writeFiles('docs/a-repository-of-its-own.md', own);
    await here.follow('docs/a-repository-of-its-own.md', {
      directoryOf: (command) => (command.startsWith('npm pack') ? undefined : own),
      env: { ...AUTHOR, npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
      values: {
        '<packages>': () => packages,
        '<site>': () => here.siteUrl,
        '<store>': () => store,
        '<check>': () => CHECK,
      },
      before: {
        'npm install': async () => writeFile(join(own, 'package-lock.json'), await ownLockFile(own)),
      },
      instead: { 'npm run dev': `PORT=${await freePort()} npm run dev` },
      goingOn: {
        'npm run dev -- micora-remote --against <site>': (running) => developed(running, hero),
      },
      after: {
        "npm run deploy -- micora-remote --to <store> --check '<check>'": async (printed) => {
          expect(printed).toContain('The check has seen MiCora');
          expect(await claim('Keep all of it.')).toBe(true);
          const commit = (await runCommand('git rev-parse HEAD', { directory: own })).trim();
          const [live] = await readReleases(await openStore(store, '/'));
          expect(live?.builds?.['micora-remote']).toMatchObject({ commit });
        },
        'npm run deploy -- rollback micora-remote --to <store>': async () =>
          expect(await claim('Keep all of it.')).toBe(false),
      },
    });
  } finally {
    await rm(own, { recursive: true });
  }
});

const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ada'],
    [`GIT_${who}_EMAIL`, 'ada@example.com'],
  ]),
);

/** What a deployment is checked by, in the test of a repository of its own. */
const CHECK = 'curl --fail --silent $BASE_URL/micora | grep -q MiCora && echo The check has seen MiCora';

/** The remote is rendered here, and changes in the open page; all else is the live site's. */
async function developed(running: RunningCommand, hero: string): Promise<void> {
  const [, url = ''] = await running.says(/The site is at (\S+),/);
  expect(running.output()).not.toContain('has another shell');
  const live = await here.text('/about');
  expect(await (await fetch(`${url}/about`)).text()).toBe(live);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    const noise: string[] = [];
    tab.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && noise.push(message.text()),
    );
    await tab.goto(`${url}/micora`);
    await hydrated(tab);
    await tab.evaluate('window.sameDocument = true');
    const text = await readFile(hero, 'utf8');
    await writeFile(hero, text.replace('Keep the story of the two of you.', 'Keep all of it.'));
    await expectHeading(tab, 'Keep all of it.');
    expect(await tab.evaluate('window.sameDocument')).toBe(true);
    expect(noise).toEqual([]);
  } finally {
    await browser.close();
  }
}

/** Makes the files whose texts a document has. @returns all its blocks */
async function writeFiles(name: string, directory = here.directory) {
  const blocks = await readBlocks(here.path(name));
  for (const { file, text } of blocks) {
    if (!file) continue;
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
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
