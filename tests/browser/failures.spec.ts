import type { Route } from '@playwright/test';
import { hydrated, openHydrated } from './hydrated';
import { navigateTo } from './navigateTo';
import { projectRecords } from './projectRecords';
import { recordRequests } from './recordRequests';
import { expect, siteUrl, test } from './test';

test.describe('§8 backend failures', () => {
  test.use({ site: 'SITE_WITHOUT_BACKEND_URL', expectedNoise: [/404/] });

  test('§8 if the backend is down, the list reports a failure, and "Try Again" reloads the page', async ({
    page,
  }) => {
    await page.goto('/projects');
    const notice = page.getByText('Failed to load projects. Please try again later.');
    await expect(notice).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await reloaded;
    await expect(notice).toBeVisible();
  });

  test('§8 if the visitor stops waiting for a slow backend, the list reports a failure', async ({ page }) => {
    await openHydrated(page, '/');
    const requested = page.waitForRequest('**/api/collections/projects/records*');
    await page.route('**/api/collections/projects/records*', () => undefined);
    await navigateTo(page, '/projects');
    await requested;
    await page.evaluate(() => window.stop());
    await expect(page.getByText('Failed to load projects. Please try again later.')).toBeVisible();
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
  });
});

/** Each handler makes a remote's scripts fail to load in a different way. The keys complete the test titles. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'are gone': (route) => route.fulfill({ status: 404, body: 'Not found.\n' }),
  // This handler never responds, so the request stays open.
  hang: () => Promise.resolve(),
  'break off halfway': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).slice(0, 2000) });
  },
  'are altered': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `window.attacked = 1;${await response.text()}` });
  },
  'are replaced by a page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Welcome to the Wi-Fi</h1>' }),
};

test.describe('Failures: remote scripts', () => {
  test.use({
    expectedNoise: [
      /status|Failed|could not be loaded|Federation|preload|integrity|SyntaxError|MIME|digest|blocked/i,
    ],
  });

  for (const [failure, respond] of Object.entries(FAILURES)) {
    test(`if scripts ${failure}, pages stay readable and links still work`, async ({ page }) => {
      await page.route('**/assets/studio-remote/**/*.js', respond);
      const requests = recordRequests(page);
      await page.goto('/projects', { waitUntil: 'commit' });
      await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
      const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
      await home.click({ noWaitAfter: true });
      await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
      expect(await page.evaluate(() => 'attacked' in window)).toBe(false);

      await page.goto(`${siteUrl('SITE_WITHOUT_BACKEND_URL')}/projects`, { waitUntil: 'commit' });
      const notice = page.getByText('This part of the page could not be loaded.');
      await expect(notice).toBeVisible({ timeout: 20_000 });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByTestId('skeleton')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: 'Our projects' })).toBeVisible();
      const again = page.waitForEvent('framenavigated');
      await page.getByRole('button', { name: 'Try Again' }).click({ noWaitAfter: true });
      expect((await again).url()).toMatch(/\/projects$/);

      await page.goto('/micora', { waitUntil: 'commit' });
      await hydrated(page);
      // Wait for the message that the page logs when it decides not to reload again.
      const stays = page.waitForEvent('console', (message) =>
        /stays as it was delivered/.test(message.text()),
      );
      const toStudio = page.getByRole('link', { name: /Digital Studio/ }).first();
      await toStudio.click({ noWaitAfter: true });
      await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
      await stays;
      const loads = requests.filter((request) => request.isNavigationRequest());
      const paths = loads.map((request) => new URL(request.url()).pathname);
      expect(paths).toEqual(['/projects', '/', '/projects', '/projects', '/micora', '/']);
    });
  }
});

test('Failures: if the shell’s script fails to load, only pages that need it ask for a reload', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/503|Failed to load|preload/);
  const notice = page.getByRole('alert').filter({ hasText: 'Please reload the page.' });
  await page.route('**/assets/shell/**/*.js', (route) => route.fulfill({ status: 503, body: '' }));
  // The prerendered project list works without scripts. On the site without a backend, the list contains only skeletons, so
  // the page needs scripts.
  const pageOfSkeletons = `${siteUrl('SITE_WITHOUT_BACKEND_URL')}/projects`;
  for (const path of ['/contact', '/projects', pageOfSkeletons, '/micora/verification', '/about']) {
    await page.goto(path);
    await expect(notice).toHaveCount(0);
    const delays = await page.evaluate(() =>
      document.getAnimations().map((animation) => animation.effect?.getComputedTiming().delay),
    );
    expect({ path, delays: delays.filter((delay) => delay === 12_000) }).toEqual({
      path,
      delays: ['/about', '/projects'].includes(path) ? [] : [12_000],
    });
  }
  await page.goto('/contact');
  await expect(notice).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await hydrated(page);
  await expect(page.locator('#unready')).toHaveCount(0);
});

test.describe('Failures: an offline visitor', () => {
  test.use({
    expectedNoise: [/ERR_INTERNET_DISCONNECTED|Failed to load|could not be loaded|chunk/i],
  });

  for (const [path, how, shown] of [
    ['/micora', 'by Try Again', { name: 'Date Memories' }],
    ['/contact', 'by navigating again', { name: 'Good to know' }],
  ] as const) {
    test(`navigation to ${path} reports the failure, and a retry ${how} succeeds once online`, async ({
      page,
      context,
    }) => {
      await openHydrated(page, '/');
      await context.route('**/assets/*-remote/**', (route) => route.abort('internetdisconnected'));
      await context.setOffline(true);
      await navigateTo(page, path);
      const failure = page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
      await expect(failure).toBeVisible();
      await expect(page).toHaveTitle(/^This page could not be loaded/);
      await context.setOffline(false);
      await context.unrouteAll();
      if (how === 'by navigating again') await navigateTo(page, path);
      else await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('heading', shown)).toBeVisible();
      await expect(page).not.toHaveTitle(/could not be loaded/);
    });
  }
});

test('Failures: if scripts cannot load, going back to a section of a page loads the whole page', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/503|Failed to load|could not be loaded|chunk/i);
  await openHydrated(page, '/micora/privacy-policy');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
  const address = page.url();
  expect(address).toContain('#');
  await navigateTo(page, '/contact');
  await page.reload();
  await hydrated(page);
  await page.route('**/assets/micora-remote/**/*.js', (route) => route.fulfill({ status: 503, body: '' }));
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.goBack({ waitUntil: 'commit' });
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toBe(address);
});
