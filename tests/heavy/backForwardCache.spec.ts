import { existsSync } from 'node:fs';
import { findChromium } from '../browser/findChromium';
import { openHydrated } from '../browser/openHydrated';
import { keepAppLinks } from '../browser/keepAppLinks';
import { expect, test } from '../browser/test';

// Visitors' browsers have this cache; Playwright switches it off, and the Chromium without windows has none.
const WHOLE = '/usr/bin/chromium';
const executablePath = existsSync(WHOLE) ? WHOLE : findChromium();
test.skip(executablePath.endsWith('headless-shell'), `There is no ${WHOLE}.`);
test.use({
  expectedNoise: [/404|Failed to load/],
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test('§4 a page that returns from the back/forward cache keeps the values of a verification link out of its address, and goes on', async ({
  page,
}) => {
  await keepAppLinks(page);
  await openHydrated(page, '/micora/verification?userId=ada&secret=hidden');
  await expect(page).toHaveURL(/\/micora\/verification$/);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  const toLanding = page.getByRole('main').getByRole('link', { name: 'MiCora' });
  const landing = page.getByRole('heading', { name: 'Date Memories' });

  // The move to the landing page becomes a full load.
  await page.route('**/LandingPage.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await toLanding.click();
  await expect(landing).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => 'persisted' in window && window.persisted === true);
  expect(await page.evaluate(() => location.href)).toMatch(/\/micora\/verification$/);
  expect(await page.evaluate(() => history.state as unknown)).toMatchObject({
    verification: { userId: 'ada', secret: 'hidden' },
  });

  await toLanding.click();
  await expect(landing).toBeVisible();
  expect(await page.evaluate(() => 'persisted' in window)).toBe(true);
});
