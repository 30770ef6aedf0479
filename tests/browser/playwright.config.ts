import { forgetSite } from '@site/backend/testing/forgetSite';
import { keepFilesInMemory } from '@site/backend/testing/keepFilesInMemory';
import { defineConfig } from '@playwright/test';
import { findChromium } from './findChromium';
import type { Options } from './test';

forgetSite(process.env);
keepFilesInMemory(process.env);

// Playwright's worker processes also load this file. They inherit `CHROMIUM_PATH`, so they need not search for Chromium
// again.
process.env.CHROMIUM_PATH = await findChromium();

/** The name of the running npm script. The report is named after it, so that `runTests.ts` can find the report. */
const SCRIPT = process.env.npm_lifecycle_event ?? 'playwright';

export default defineConfig<Options>({
  testDir: '../..',
  respectGitIgnore: true,
  testIgnore: 'docs/template-remote/**',
  outputDir: '../../test-results/browser',
  projects: [
    // The remotes' own tests are in this project too, because a separate project would start its own workers and browsers.
    { name: 'core', testMatch: ['tests/browser/*.spec.ts', '*-remote/browser/*.spec.ts'] },
    { name: 'heavy', testMatch: 'tests/heavy/*.spec.ts' },
  ],
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  // Use more workers than a small machine has processors, because tests also spend time waiting.
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
      // Chromium's sandbox does not work for root. Chromium's own background requests would disturb the tests.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
