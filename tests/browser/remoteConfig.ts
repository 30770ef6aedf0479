import { defineConfig } from '@playwright/test';
import { findChromium } from './findChromium';

/**
 * Returns a Playwright configuration for a remote that has its own repository. The remote's browser tests must be in the
 * folder `browser`. They test the site at `BASE_URL`.
 *
 * @throws Error if `BASE_URL` is not set, or if no Chromium is found
 */
export async function remoteConfig(): Promise<ReturnType<typeof defineConfig>> {
  const { BASE_URL } = process.env;
  if (!BASE_URL)
    throw new Error('Set the address of the site: BASE_URL=http://localhost:3000 npm run test:browser');
  // Playwright's worker processes inherit `SITE_URL`, which the tests use as their `baseURL`, and `CHROMIUM_PATH`, which
  // saves them another search for Chromium.
  process.env.SITE_URL = BASE_URL;
  process.env.CHROMIUM_PATH = await findChromium();
  return defineConfig({
    testDir: 'browser',
    outputDir: 'test-results',
    fullyParallel: true,
    forbidOnly: Boolean(process.env.CI),
    timeout: 60_000,
    expect: { timeout: 15_000 },
    use: {
      browserName: 'chromium',
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      // Chromium's sandbox does not work for root.
      launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
    },
  });
}
