import { forgetSite } from '@site/backend/testing/forgetSite';
import { keepFilesInMemory } from '@site/backend/testing/keepFilesInMemory';
import { appFolders } from '@site/platform/build/appFolders';
import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findChromium } from './findChromium';
import type { Options } from './test';

forgetSite(process.env);
keepFilesInMemory(process.env);

// Worker processes load this file, too. They inherit this variable, so they find the browser at once.
process.env.CHROMIUM_PATH = await findChromium();

const repository = resolve(import.meta.dirname, '../..');

/** The npm script that is running. `runTests.ts` finds the report by this name. */
const SCRIPT = process.env.npm_lifecycle_event ?? 'playwright';

export default defineConfig<Options>({
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  projects: [
    { name: 'core', testDir: '.' },
    { name: 'heavy', testDir: '../heavy' },
    // A remote's browser tests are in its own folder.
    ...appFolders(repository)
      .map((name) => ({ name, testDir: join(repository, name, 'browser') }))
      .filter(({ testDir }) => existsSync(testDir)),
  ],
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  // More workers than processors, because tests also wait.
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
      // The sandbox does not work for root, and Chromium's own background requests would disturb tests.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
