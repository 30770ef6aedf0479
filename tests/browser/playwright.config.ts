import { forgetSite } from '@site/backend/testing/forgetSite';
import { keepFilesInMemory } from '@site/backend/testing/keepFilesInMemory';
import { appFolders } from '@site/tools/build/appFolders';
import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findChromium } from './findChromium';
import type { Options } from './test';

forgetSite(process.env);
keepFilesInMemory(process.env);

// Found once: the processes that run the tests load this file, too, and inherit it.
process.env.CHROMIUM_PATH = await findChromium();

const repository = resolve(import.meta.dirname, '../..');

/** The script of package.json that runs them, by which `runTests.ts` finds the result. */
const SCRIPT = process.env.npm_lifecycle_event ?? 'playwright';

export default defineConfig<Options>({
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  projects: [
    { name: 'core', testDir: '.' },
    { name: 'heavy', testDir: '../heavy' },
    // The tests of a remote's pages are in its own folder.
    ...appFolders(repository)
      .map((name) => ({ name, testDir: join(repository, name, 'browser') }))
      .filter(({ testDir }) => existsSync(testDir)),
  ],
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  // More than processors: tests wait, too.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: `../../test-results/${SCRIPT.replaceAll(':', '-')}.json` }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Chromium as root has no sandbox to use; its own background traffic is no part of a test.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
