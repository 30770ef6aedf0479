import { expect, jest } from '@jest/globals';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { openStore, listReleases } from '@site/platform';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/findChromium';
import { hydrated } from '../browser/hydrated';
import { expectHeading } from './testing/expectHeading';
import { ownLockFile } from './testing/ownLockFile';
import { runCommand, type RunningCommand } from './testing/runCommand';
import { testGuide } from './testing/testGuide';
import { here, useCheckout } from './testing/useCheckout';
import { writeFiles } from './testing/writeFiles';

jest.setTimeout(600_000);

useCheckout();

const test = testGuide('a-repository-of-its-own');

test('the steps of docs/a-repository-of-its-own.md move MiCora out, deploy it and roll it back', async () => {
  const own = await mkdtemp(join(tmpdir(), 'own-repository-'));
  const packages = join(own, 'packages');
  const hero = join(own, 'src/pages/landing/Hero.tsx');
  const claim = (text: string) => here.text('/micora').then((html) => html.includes(text));
  const store = here.path('.local/store');
  await mkdir(packages);
  try {
    for (const name of ['src', 'public', 'browser', 'remote.config.ts'])
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
      instead: {
        'npm run dev': `PORT=${await freePort()} npm run dev`,
        // Run only the landing page's specs, because another spec needs the backend. Unset JEST_WORKER_ID, because
        // Playwright would otherwise assume that Jest is running the specs.
        'npm run test:browser': 'env -u JEST_WORKER_ID npm run test:browser -- landing',
      },
      whileRunning: {
        'npm run dev -- micora-remote --against <site>': (running) => expectDevelopment(running, hero),
      },
      after: {
        'BASE_URL=<site> npm run test:browser': (printed) => expect(printed).toMatch(/^ *[1-9]\d* passed/m),
        'BASE_URL=<site> npm run smoke': (printed) =>
          expect(printed).toMatch(/Smoke test of \d+ pages passed/),
        'npm run lint && npm run typecheck': async () => {
          // Check only that ESLint's configuration contains one of our import restrictions, because ESLint's own tests cover
          // the rule itself.
          const configuration = await runCommand('npx eslint --print-config src/server.ts', {
            directory: own,
          });
          expect(configuration).toContain('Use @site/shared/router');
        },
        "npm run deploy -- micora-remote --to <store> --check '<check>'": async (printed) => {
          expect(printed).toContain('The check has seen MiCora');
          expect(await claim('Keep all of it.')).toBe(true);
          const commit = (await runCommand('git rev-parse HEAD', { directory: own })).trim();
          const [live] = await listReleases(await openStore(store, '/'));
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

const CHECK = 'curl --fail --silent $BASE_URL/micora | grep -q MiCora && echo The check has seen MiCora';

/** Expects the studio's pages to come from the live site, and an edit to appear in an open page without a reload. */
async function expectDevelopment(running: RunningCommand, hero: string): Promise<void> {
  const [, url = ''] = await running.waitForOutput(/The site is at (\S+),/);
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
