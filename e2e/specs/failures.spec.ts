import { hydrated } from '../hydrated';
import { moveTo } from '../moveTo';
import { projectRecords } from '../projectRecords';
import { expect, siteUrl, test } from '../test';

test.describe('§8 the backend is down', () => {
  test.use({
    site: 'SITE_WITHOUT_BACKEND_URL',
    expectedNoise: [/502/],
  });

  test('§8 the list says so and offers to try again', async ({ page }) => {
    await page.goto('/projects');
    await expect(page.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
    await expect(page.getByText('Failed to load projects. Please try again later.')).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await reloaded;
    await expect(page.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
  });

  test('§8 a project says so, and the rest of the site works', async ({ page }) => {
    await page.goto('/projects/anything');
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible();
    await expect(page.getByText('Failed to load project. Please try again later.')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
  });
});

for (const [failure, answer] of [
  ['answers 503', 'fulfill'],
  ['hangs', 'hang'],
] as const) {
  test.describe(`Failures: a remote's scripts: the server ${failure}`, () => {
    test.use({
      expectedNoise: [/503|Failed to load|could not be loaded|preload/i],
    });

    test.beforeEach(async ({ context }) => {
      await context.route('**/assets/studio-remote/**/*.js', async (route) => {
        if (answer === 'fulfill') await route.fulfill({ status: 503, body: '' });
        // Left unanswered: Playwright keeps a route open until it is settled.
      });
    });

    test('the home page stands and its links work', async ({ page }) => {
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
      await page.getByRole('link', { name: 'View Our Work' }).click({ noWaitAfter: true });
      await expect(page).toHaveURL(/\/projects$/);
    });

    test('/projects shows its projects all the same', async ({ page }) => {
      await page.goto('/projects', { waitUntil: 'commit' });
      await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    });

    test('a page without data does not stay a skeleton: it says so and offers to try again', async ({
      page,
    }) => {
      const site = siteUrl('SITE_WITHOUT_BACKEND_URL');
      await page.goto(`${site}/projects`, { waitUntil: 'commit' });
      await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByTestId('skeleton')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: 'Our projects' })).toBeVisible();
      const again = page.waitForRequest((request) => request.isNavigationRequest());
      await page.getByRole('button', { name: 'Try Again' }).click({ noWaitAfter: true });
      expect((await again).url()).toMatch(/\/projects$/);
    });

    test('a client-side move into it ends on that page by a full load within the time budget', async ({
      page,
    }) => {
      await page.goto('/micora', { waitUntil: 'commit' });
      await hydrated(page);
      const load = page.waitForRequest((request) => request.isNavigationRequest(), { timeout: 8_000 });
      await page
        .getByRole('link', { name: /Digital Studio/ })
        .first()
        .click({ noWaitAfter: true });
      expect(new URL((await load).url()).pathname).toBe('/');
      await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
    });
  });
}

test.describe('Failures: the visitor is offline', () => {
  test.use({
    expectedNoise: [/ERR_INTERNET_DISCONNECTED|Failed to load|could not be loaded|chunk/i],
  });

  test('a move whose code cannot be loaded says so and can be tried again', async ({ page, context }) => {
    await context.route('**/assets/micora-remote/**', (route) => route.abort('internetdisconnected'));
    await page.goto('/');
    await hydrated(page);
    await context.setOffline(true);
    await moveTo(page, '/micora');
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await context.setOffline(false);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
  });

  test('a page that comes when it is asked for again has its own title', async ({ page, context }) => {
    await page.goto('/');
    await hydrated(page);
    await context.route('**/assets/studio-remote/**', (route) => route.abort('internetdisconnected'));
    await context.setOffline(true);
    await moveTo(page, '/contact');
    await expect(page).toHaveTitle(/^This page could not be loaded/);
    await context.setOffline(false);
    await context.unrouteAll();
    await moveTo(page, '/contact');
    await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
    await expect(page).toHaveTitle(/^Contact/);
  });
});

test.describe('Failures: the scripts of a page that Back leads to', () => {
  test.use({ expectedNoise: [/503|Failed to load|could not be loaded|chunk/i] });

  test('whose address names a part of it, are lost: it is loaded as it was delivered', async ({ page }) => {
    await page.goto('/micora/privacy-policy');
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
    const address = page.url();
    expect(address).toContain('#');
    await moveTo(page, '/contact');
    await page.reload();
    await hydrated(page);
    await page.route('**/assets/micora-remote/**/*.js', (route) => route.fulfill({ status: 503, body: '' }));
    const loaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.goBack({ waitUntil: 'commit' });
    await loaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toBe(address);
  });
});
