import { expect, jest, test } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readApps } from '@site/tools';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../browser/findChromium';
import { moveTo } from '../browser/moveTo';
import { readBlocks } from './testing/readBlocks';
import { here, useCheckout } from './testing/useCheckout';

jest.setTimeout(600_000);

useCheckout();

test('docs/add-a-page.md adds a page, tests it, deploys it and rolls it back', async () => {
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

test('docs/add-a-remote.md adds a remote that open tabs can reach, and removes it again', async () => {
  const others = readApps(here.path('.'));
  const lockFile = await readFile(here.path('package-lock.json'), 'utf8');
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const tab = await openTab(browser);
    await writeFiles('docs/add-a-remote.md');
    await here.follow('docs/add-a-remote.md', {
      // In this copy, the installed packages are links.
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
  expect(readApps(here.path('.'))).toEqual(others);
  expect(await readFile(here.path('package-lock.json'), 'utf8')).toBe(lockFile);
});

/** Writes the files that a document contains. @returns all its blocks of code */
async function writeFiles(name: string) {
  const blocks = await readBlocks(here.path(name));
  for (const { file, text } of blocks) {
    if (!file) continue;
    await mkdir(dirname(here.path(file)), { recursive: true });
    await writeFile(here.path(file), text);
  }
  return blocks;
}

/** Opens the home page in a tab that has read the live release, and marks its document. */
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
